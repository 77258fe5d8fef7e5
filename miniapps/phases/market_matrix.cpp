#include "market_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <partita/support/error.hpp>
#include <partita/support/input_file.hpp>
#include <partita/support/text_scanner.hpp>

#include "miniapps/market_header.hpp"

namespace partita::phases {

namespace {

constexpr std::int64_t most_ranks = 1 << 20;
constexpr std::int64_t most_units = std::int64_t{1} << 40;  // of one message; doubles count up to it exactly

Units read_units(TextScanner& line) {
  const double value = line.number("a number of units");
  if (value < 0 || value > static_cast<double>(most_units) || value != std::floor(value))
    line.fail("a message is a whole number of units from 0 to ", most_units, ", not ", value,
              "; write pattern instead of real to count each entry as one unit");
  return static_cast<Units>(value);
}

struct Entry {
  int from;
  int to;
  std::int64_t line;
  Units length;

  auto operator<=>(const Entry&) const = default;
};

}  // namespace

CommunicationMatrix read_market_matrix(const std::filesystem::path& path) {
  return read_market_matrix(load_text(path, "a Matrix Market file"), path.string());
}

CommunicationMatrix read_market_matrix(std::string_view content, const std::string& path) {
  TextScanner file(content, path);
  const MarketHeader header = read_market_header(file.line(), false);

  skip_market_comments(file);
  TextScanner sizes = file.line();
  const std::int64_t ranks = sizes.integer("the number of rows", 1, most_ranks);
  if (const std::int64_t columns = sizes.integer("the number of columns", 1, most_ranks); columns != ranks)
    sizes.fail("a communication matrix has as many columns as rows, not ", columns, " and ", ranks);
  const std::int64_t count = sizes.integer("the number of entries", 0, ranks * ranks);
  sizes.end_of_line();

  std::vector<Entry> entries;
  for (std::int64_t k = 0; k < count; ++k) {
    skip_market_comments(file);
    const std::int64_t position = file.record("entries", k, count);
    TextScanner line = file.line();
    const int from = static_cast<int>(line.integer("a row", 1, ranks)) - 1;
    const int to = static_cast<int>(line.integer("a column", 1, ranks)) - 1;
    const Units length = header.pattern ? 1 : read_units(line);
    line.end_of_line();
    entries.push_back({from, to, position, length});
    if (header.symmetry == MarketSymmetry::symmetric && from != to)
      entries.push_back({to, from, position, length});
  }
  skip_market_comments(file);
  if (!file.at_end()) file.fail_expected("the end of the file");

  std::sort(entries.begin(), entries.end());
  std::vector<DestinationVector> rows(static_cast<std::size_t>(ranks));
  for (const Entry& entry : entries) {
    DestinationVector& row = rows[static_cast<std::size_t>(entry.from)];
    if (!row.empty() && row.back().rank == entry.to)
      throw Error(path, ":", entry.line, ": entry (", entry.from + 1, ", ", entry.to + 1,
                  ") is there for the second time");
    row.push_back({entry.to, entry.length});
  }
  return CommunicationMatrix(std::move(rows));
}

}  // namespace partita::phases
