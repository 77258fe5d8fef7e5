#include "miniapps/market_header.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace partita {

namespace {

// Index of the next word among the `known` ones.
std::size_t keyword(TextScanner& line, std::string_view expected, std::span<const std::string_view> known) {
  std::string word(line.word(expected));
  std::ranges::transform(word, word.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const auto found = std::ranges::find(known, word);
  if (found == known.end()) line.fail_expected(expected, quote(word));
  return static_cast<std::size_t>(found - known.begin());
}

}  // namespace

MarketHeader read_market_header(TextScanner line, bool may_be_skew_symmetric) {
  constexpr std::string_view first[] = {"%%matrixmarket"}, second[] = {"matrix"}, third[] = {"coordinate"},
                             values[] = {"integer", "real", "pattern"},
                             symmetries[] = {"general", "symmetric", "skew-symmetric"};  // as MarketSymmetry
  keyword(line, "%%MatrixMarket", first);
  keyword(line, "matrix", second);
  keyword(line, "coordinate", third);
  MarketHeader header;
  header.pattern = keyword(line, "integer, real or pattern", values) == 2;
  header.symmetry = static_cast<MarketSymmetry>(
      may_be_skew_symmetric ? keyword(line, "general, symmetric or skew-symmetric", symmetries)
                            : keyword(line, "general or symmetric", std::span(symmetries).first(2)));
  line.end_of_line();
  return header;
}

void skip_market_comments(TextScanner& file) {
  for (TextScanner ahead = file; file.bytes_left() > 0; ahead = file) {
    TextScanner line = ahead.line();
    if (!line.at_end() && line.until("%") != "") return;
    file = ahead;
  }
}

}  // namespace partita
