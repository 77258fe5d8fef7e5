#pragma once
/// \file Rows as JSON: an array of objects with the names of Row's members; a ratio that is not known is
/// null.

#include <filesystem>
#include <vector>

#include "rows.hpp"

namespace partita::bench {

/// Throws Error when it cannot be written.
void write_rows(const std::vector<Row>& rows, const std::filesystem::path& path);

/// Throws Error when it is not such a file.
std::vector<Row> read_rows(const std::filesystem::path& path);

}  // namespace partita::bench
