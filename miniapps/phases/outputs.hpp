#pragma once
/// \file The files that `phases` writes.

#include <filesystem>
#include <string>
#include <vector>

#include "options.hpp"

namespace partita::phases {

/// "a/b.rs_n.svg" from "a/b.svg" if there are several algorithms, else the name itself.
std::filesystem::path file_of(const std::string& name, Algorithm algorithm, const Options& options);

/// All files that are to be written.
std::vector<std::filesystem::path> outputs_of(const Options& options);

/// Throws UsageError if one of them is also read, or written twice.
void check_outputs(const Options& options);

}  // namespace partita::phases
