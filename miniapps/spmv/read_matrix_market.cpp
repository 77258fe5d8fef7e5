#include <algorithm>
#include <initializer_list>
#include <string>

#include <partita/mesh/text_scanner.hpp>
#include <partita/support/error.hpp>

#include "read_matrix.hpp"

namespace partita::spmv {

namespace {

using mesh::TextScanner;

constexpr std::int64_t most_rows = std::int64_t{1} << 40;

struct Header {
  bool pattern = false;
  double mirrored = 0;  // what an entry off the diagonal is to be multiplied by on the other side
};

// Keywords may be in capitals.
std::string keyword(TextScanner& line, std::string_view expected,
                    std::initializer_list<std::string_view> known) {
  std::string word(line.word(expected));
  std::ranges::transform(word, word.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (std::ranges::find(known, word) == known.end()) line.fail_expected(expected, mesh::quote(word));
  return word;
}

Header read_header(TextScanner line) {
  keyword(line, "%%MatrixMarket", {"%%matrixmarket"});
  keyword(line, "matrix", {"matrix"});
  keyword(line, "coordinate", {"coordinate"});
  Header header;
  header.pattern = keyword(line, "real, integer or pattern", {"real", "integer", "pattern"}) == "pattern";
  const std::string symmetry =
      keyword(line, "general, symmetric or skew-symmetric", {"general", "symmetric", "skew-symmetric"});
  header.mirrored = symmetry == "symmetric" ? 1 : symmetry == "general" ? 0 : -1;
  line.end_of_line();
  return header;
}

void skip_comments(TextScanner& file) {
  for (TextScanner ahead = file; file.bytes_left() > 0; ahead = file) {
    TextScanner line = ahead.line();
    if (!line.at_end() && line.until("%") != "") return;
    file = ahead;
  }
}

void refuse_duplicates(const Entries& matrix, const std::string& path) {
  std::vector<Edge> places = matrix.places;
  std::ranges::sort(places);
  const auto twice = std::ranges::adjacent_find(places);
  if (twice != places.end())
    throw Error(text(path, ": entry (", (*twice)[0] + 1, ", ", (*twice)[1] + 1, ") is there twice"));
}

}  // namespace

Entries read_matrix_market(std::string_view content, const std::string& path) {
  TextScanner file(content, path);
  const Header header = read_header(file.line());

  skip_comments(file);
  TextScanner sizes = file.line();
  Entries matrix;
  matrix.rows = sizes.integer("the number of rows", 1, most_rows);
  if (const std::int64_t columns = sizes.integer("the number of columns", 1, most_rows);
      columns != matrix.rows)
    sizes.fail(text("the matrix is of ", matrix.rows, " rows and ", columns,
                    " columns, but only a square one can be multiplied again and again"));
  const std::int64_t count = sizes.integer("the number of entries", 0, most_rows);
  sizes.end_of_line();
  file.require(count, "entries", header.pattern ? 4 : 6);

  for (std::int64_t k = 0; k < count; ++k) {
    skip_comments(file);
    file.record("entries", k, count);
    TextScanner line = file.line();
    const global_index row = line.integer("a row", 1, matrix.rows) - 1;
    const global_index column = line.integer("a column", 1, matrix.rows) - 1;
    const double value = header.pattern ? 1 : line.number("a value");
    line.end_of_line();
    matrix.places.push_back({row, column});
    matrix.values.push_back(value);
    if (header.mirrored != 0 && row != column) {
      matrix.places.push_back({column, row});
      matrix.values.push_back(header.mirrored * value);
    }
  }
  skip_comments(file);
  if (!file.at_end()) file.fail_expected("the end of the file");
  refuse_duplicates(matrix, path);
  return matrix;
}

}  // namespace partita::spmv
