#pragma once
/// \file Headers and comments of Matrix Market files: Boisvert, Pozo, Remington, "The Matrix Market exchange
/// formats: initial design", NISTIR 5935, 1996.

#include <partita/support/text_scanner.hpp>

namespace partita {

enum class MarketSymmetry { general, symmetric, skew_symmetric };

struct MarketHeader {
  bool pattern = false;  ///< entries have no value
  MarketSymmetry symmetry = MarketSymmetry::general;
};

/// Reads the first line of a file, keywords in capitals or not.
/// @throws Error, `path:line: sentence`, for another format than coordinate, complex values, or a symmetry
/// that is not wanted. Not collective.
MarketHeader read_market_header(TextScanner line, bool may_be_skew_symmetric);

/// Moves to the next line that is neither empty nor a comment.
void skip_market_comments(TextScanner& file);

}  // namespace partita
