#include <algorithm>
#include <string>

#include <partita/support/error.hpp>
#include <partita/support/text_scanner.hpp>

#include "miniapps/market_header.hpp"
#include "read_matrix.hpp"

namespace partita::spmv {

namespace {

constexpr std::int64_t most_rows = std::int64_t{1} << 40;

// Factor for the mirrored entry on the other side of the diagonal.
double mirrored(MarketSymmetry symmetry) {
  return symmetry == MarketSymmetry::general ? 0 : symmetry == MarketSymmetry::symmetric ? 1 : -1;
}

void refuse_duplicates(const Entries& matrix, const std::string& path, bool is_mirrored) {
  std::vector<Edge> places = matrix.places;
  std::ranges::sort(places);
  const auto twice = std::ranges::adjacent_find(places);
  if (twice != places.end())
    throw Error(path, ": entry (", (*twice)[0] + 1, ", ", (*twice)[1] + 1, ") is there twice",
                is_mirrored ? "; list one half of the matrix, or write general in the first line" : "");
}

}  // namespace

Entries read_matrix_market(std::string_view content, const std::string& path) {
  TextScanner file(content, path);
  const MarketHeader header = read_market_header(file.line(), true);
  const double other_side = mirrored(header.symmetry);

  skip_market_comments(file);
  TextScanner sizes = file.line();
  Entries matrix;
  matrix.rows = sizes.integer("the number of rows", 1, most_rows);
  if (const std::int64_t columns = sizes.integer("the number of columns", 1, most_rows);
      columns != matrix.rows)
    sizes.fail("the matrix is of ", matrix.rows, " rows and ", columns,
               " columns, but only a square one can be multiplied again and again");
  const std::int64_t count = sizes.integer("the number of entries", 0, most_rows);
  sizes.end_of_line();
  file.require(count, "entries", header.pattern ? 4 : 6);

  for (std::int64_t k = 0; k < count; ++k) {
    skip_market_comments(file);
    file.record("entries", k, count);
    TextScanner line = file.line();
    const global_index row = line.integer("a row", 1, matrix.rows) - 1;
    const global_index column = line.integer("a column", 1, matrix.rows) - 1;
    const double value = header.pattern ? 1 : line.number("a value");
    line.end_of_line();
    if (header.symmetry == MarketSymmetry::skew_symmetric && row == column && value != 0)
      line.fail("this entry is on the diagonal, which is zero in a skew-symmetric matrix; leave it out");
    matrix.places.push_back({row, column});
    matrix.values.push_back(value);
    if (other_side != 0 && row != column) {
      matrix.places.push_back({column, row});
      matrix.values.push_back(other_side * value);
    }
  }
  skip_market_comments(file);
  if (!file.at_end()) file.fail_expected("the end of the file");
  refuse_duplicates(matrix, path, other_side != 0);
  return matrix;
}

}  // namespace partita::spmv
