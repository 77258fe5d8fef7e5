#pragma once
/// \file Communication matrices from Matrix Market files.

#include <filesystem>
#include <string>
#include <string_view>

#include <partita/schedule/communication_matrix.hpp>

namespace partita::phases {

/// Entry (i, j) of the file, counted from 1, is how many units rank i-1 sends to rank j-1. Coordinate format;
/// integer, real (whole numbers), or pattern (one unit each); general or symmetric: Boisvert, Pozo,
/// Remington, "The Matrix Market exchange formats: initial design", NISTIR 5935, 1996. Throws Error,
/// `path:line: sentence`, when it is another format or holds no communication matrix.
CommunicationMatrix read_market_matrix(const std::filesystem::path& path);

/// The same for a text in memory; `path` is for errors only.
CommunicationMatrix read_market_matrix(std::string_view text, const std::string& path);

}  // namespace partita::phases
