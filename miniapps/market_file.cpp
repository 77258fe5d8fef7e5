#include "miniapps/market_file.hpp"

#include <algorithm>
#include <span>

#include <partita/support/error.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita {

namespace {

constexpr std::int64_t most_entries = std::int64_t{1} << 40;

enum class Symmetry { general, symmetric, skew_symmetric };

struct Header {
  bool pattern = false;  // entries have no value
  Symmetry symmetry = Symmetry::general;
};

// Index of the next word among the `known` ones.
std::size_t keyword(TextScanner& line, std::string_view expected, std::span<const std::string_view> known) {
  std::string word(line.word(expected));
  std::ranges::transform(word, word.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const auto found = std::ranges::find(known, word);
  if (found == known.end()) line.fail_expected(expected, quote(word));
  return static_cast<std::size_t>(found - known.begin());
}

// The first line, keywords in capitals or not.
Header read_header(TextScanner line) {
  constexpr std::string_view first[] = {"%%matrixmarket"}, second[] = {"matrix"}, third[] = {"coordinate"},
                             values[] = {"integer", "real", "pattern"},
                             symmetries[] = {"general", "symmetric", "skew-symmetric"};  // as Symmetry
  keyword(line, "%%MatrixMarket", first);
  keyword(line, "matrix", second);
  keyword(line, "coordinate", third);
  Header header;
  header.pattern = keyword(line, "integer, real or pattern", values) == 2;
  header.symmetry = static_cast<Symmetry>(keyword(line, "general, symmetric or skew-symmetric", symmetries));
  line.end_of_line();
  return header;
}

// Moves to the next line that is neither empty nor a comment.
void skip_comments(TextScanner& file) {
  for (TextScanner ahead = file; file.bytes_left() > 0; ahead = file) {
    TextScanner line = ahead.line();
    if (!line.at_end() && line.until("%") != "") return;
    file = ahead;
  }
}

void sort(std::vector<MarketMatrix::Entry>& entries, const std::string& path, bool has_one_half) {
  const auto place = [](const MarketMatrix::Entry& entry) { return Edge{entry.row, entry.column}; };
  std::ranges::stable_sort(entries, {}, place);
  const auto twice = std::ranges::adjacent_find(entries, {}, place);
  if (twice != entries.end())
    throw Error(path, ":", (twice + 1)->line, ": entry (", twice->row + 1, ", ", twice->column + 1,
                ") is there for the second time",
                has_one_half ? "; list one half of the matrix, or write general in the first line" : "");
}

}  // namespace

MarketMatrix read_market(std::string_view content, const std::string& path, std::int64_t most_rows) {
  TextScanner file(content, path);
  const Header header = read_header(file.line());
  const bool has_one_half = header.symmetry != Symmetry::general;

  skip_comments(file);
  TextScanner sizes = file.line();
  MarketMatrix matrix;
  matrix.skew_symmetric = header.symmetry == Symmetry::skew_symmetric;
  matrix.rows = sizes.integer("the number of rows", 1, most_rows);
  if (const std::int64_t columns = sizes.integer("the number of columns", 1, most_rows);
      columns != matrix.rows)
    sizes.fail("the matrix is of ", matrix.rows, " rows and ", columns, " columns; give a square one");
  const std::int64_t count = sizes.integer("the number of entries", 0, most_entries);
  sizes.end_of_line();
  file.require(count, "entries", header.pattern ? 4 : 6);

  for (std::int64_t k = 0; k < count; ++k) {
    skip_comments(file);
    const std::int64_t position = file.record("entries", k, count);
    TextScanner line = file.line();
    const global_index row = line.integer("a row", 1, matrix.rows) - 1;
    const global_index column = line.integer("a column", 1, matrix.rows) - 1;
    const double value = header.pattern ? 1 : line.number("a value");
    line.end_of_line();
    if (matrix.skew_symmetric && row == column && value != 0)
      line.fail("this entry is on the diagonal, which is zero in a skew-symmetric matrix; leave it out");
    matrix.entries.push_back({row, column, value, position});
    if (has_one_half && row != column)
      matrix.entries.push_back({column, row, matrix.skew_symmetric ? -value : value, position});
  }
  skip_comments(file);
  if (!file.at_end()) file.fail_expected("the end of the file");
  sort(matrix.entries, path, has_one_half);
  return matrix;
}

}  // namespace partita
