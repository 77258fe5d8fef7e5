#pragma once
/// \file Matrix files of other programs.

#include <filesystem>
#include <string>
#include <vector>

#include <partita/support/types.hpp>

namespace partita::spmv {

/// A square matrix: entries in any order, each place at most once.
struct Entries {
  global_index rows = 0;
  std::vector<Edge> places;  ///< row and column
  std::vector<double> values;
};

/// Reads a matrix: a file that ends in .mtx has Matrix Market's format, any other PETSc's. Not collective.
/// Throws Error, `path: sentence` or `path:line: sentence`, if the file cannot be read or holds no square
/// real matrix.
Entries read_matrix(const std::filesystem::path& path);

/// PETSc's binary format, read by PETSc's MatLoad.
Entries read_petsc_binary(const std::string& path);

}  // namespace partita::spmv
