#pragma once
/// \file Rows as JSON: an array of objects with the names of Row's members; an unknown ratio is null.

#include <filesystem>
#include <vector>

#include "rows.hpp"

namespace partita::bench {

/// Throws Error if the file cannot be written.
void write_rows(const std::vector<Row>& rows, const std::filesystem::path& path);

/// Throws Error if the file has another content.
std::vector<Row> read_rows(const std::filesystem::path& path);

}  // namespace partita::bench
