#pragma once
/// \file Communication matrices from Matrix Market files.

#include <filesystem>
#include <string>
#include <string_view>

#include <partita/schedule/communication_matrix.hpp>

namespace partita::phases {

/// Reads a matrix whose entry (i, j), counted from 1, is the number of units that rank i-1 sends to rank j-1.
/// Real values are whole numbers; an entry of a pattern is one unit. Throws Error, `path:line: sentence`, if
/// the file has another format (see market_file.hpp) or holds no communication matrix.
CommunicationMatrix read_market_matrix(const std::filesystem::path& path);

/// The same for a text in memory; `path` appears in error messages only.
CommunicationMatrix read_market_matrix(std::string_view text, const std::string& path);

}  // namespace partita::phases
