#pragma once
/// \file What Matrix Market files begin with, and what may stand between their entries: Boisvert, Pozo,
/// Remington, "The Matrix Market exchange formats: initial design", NISTIR 5935, 1996.

#include <partita/mesh/text_scanner.hpp>

namespace partita {

enum class MarketSymmetry { general, symmetric, skew_symmetric };

struct MarketHeader {
  bool pattern = false;  ///< entries have no value
  MarketSymmetry symmetry = MarketSymmetry::general;
};

/// The first line of a file, keywords in capitals or not. Throws Error, `path:line: sentence`, when it says
/// another format than coordinate, complex values, or a symmetry that is not wanted.
MarketHeader read_market_header(mesh::TextScanner line, bool may_be_skew_symmetric);

/// Goes on to the next line that is neither empty nor a comment.
void skip_market_comments(mesh::TextScanner& file);

}  // namespace partita
