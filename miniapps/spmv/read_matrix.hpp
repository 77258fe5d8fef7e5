#pragma once
/// \file Matrices from files that others wrote.

#include <filesystem>
#include <string>
#include <string_view>

#include "problem.hpp"

namespace partita::spmv {

/// A file that ends in .mtx is in Matrix Market's format, any other in PETSc's. No communication. Throws
/// Error, `path: sentence` or `path:line: sentence`, when it cannot be read or holds no square real matrix.
Entries read_matrix(const std::filesystem::path& path);

/// Matrix Market's coordinate format: real, integer or pattern (ones); general, symmetric or skew-symmetric:
/// Boisvert, Pozo, Remington, "The Matrix Market exchange formats: initial design", NISTIR 5935, 1996. `path`
/// is for errors only.
Entries read_matrix_market(std::string_view content, const std::string& path);

/// PETSc's binary format, read by PETSc's MatLoad.
Entries read_petsc_binary(const std::string& path);

}  // namespace partita::spmv
