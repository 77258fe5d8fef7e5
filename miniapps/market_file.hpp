#pragma once
/// \file Square matrices from Matrix Market files: Boisvert, Pozo, Remington, "The Matrix Market exchange
/// formats: initial design", NISTIR 5935, 1996.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <partita/support/types.hpp>

namespace partita {

struct MarketMatrix {
  struct Entry {
    global_index row, column;  ///< counted from 0
    double value;
    std::int64_t line;  ///< of the file
  };
  global_index rows = 0;
  bool skew_symmetric = false;  ///< half of its entries are not in the file, and have the other sign
  std::vector<Entry> entries;   ///< ascending by row, then by column; both halves of a symmetric matrix
};

/// Reads the coordinate format: integer, real or pattern (ones); general, symmetric or skew-symmetric. Not
/// collective.
/// @param path       appears in error messages only
/// @param most_rows  that the matrix may have; more are refused before its entries are read
/// @throws Error, `path:line: sentence`, for other files, and for matrices that are not square
MarketMatrix read_market(std::string_view content, const std::string& path,
                         std::int64_t most_rows = std::int64_t{1} << 40);

}  // namespace partita
