#include "bench/lab/cell.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string_view>
#include <utility>

#include <partita/executor/choosing/choose.hpp>
#include <partita/executor/plan/way_words.hpp>
#include <partita/io/machine_file.hpp>
#include <partita/support/error.hpp>
#include <partita/support/input_file.hpp>

namespace partita::lab {

namespace {

constexpr std::string_view columns_of_a_cell =
    "machine,ranks,matrix,bytes,seed,algorithm,protocol[,window][,improvements][,order]";

// A field in quotes may contain commas.
std::vector<std::string_view> split(std::string_view row) {
  std::vector<std::string_view> fields;
  for (std::size_t first = 0; first <= row.size();) {
    const bool is_quoted = row.substr(first).starts_with('"');
    const std::size_t quote = is_quoted ? std::min(row.find('"', first + 1), row.size() - 1) : first;
    const std::size_t comma = std::min(row.find(',', quote), row.size());
    fields.push_back(is_quoted ? row.substr(first + 1, quote - first - 1) : row.substr(first, comma - first));
    first = comma + 1;
  }
  return fields;
}

// The fields of a row by column name.
class Fields {
 public:
  Fields(const std::vector<std::string_view>& columns, std::string_view row)
      : columns_(columns), fields_(split(row)) {
    if (fields_.size() != columns.size())
      throw Error(text("the row has ", fields_.size(), " fields, but the header names ", columns.size()));
  }

  std::string_view word(std::string_view column) const {
    const std::string_view field = find(column);
    if (field.empty()) throw Error(text("the row has no ", column));
    return field;
  }

  std::string_view word(std::string_view column, std::string_view otherwise) const {
    const std::string_view field = find(column);
    return field.empty() ? otherwise : field;
  }

  template <class T>
  T number(std::string_view column, T least) const {
    const std::string_view digits = word(column);
    T value{};
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (problem != std::errc{} || end != digits.data() + digits.size() || value < least)
      throw Error(text("\"", digits, "\" is no ", column, ": a whole number of at least ", least));
    return value;
  }

  template <class T>
  T number(std::string_view column, T least, T otherwise) const {
    return find(column).empty() ? otherwise : number<T>(column, least);
  }

 private:
  // Empty if there is no such column.
  std::string_view find(std::string_view column) const {
    const auto found = std::find(columns_.begin(), columns_.end(), column);
    return found == columns_.end() ? "" : fields_[static_cast<std::size_t>(found - columns_.begin())];
  }

  const std::vector<std::string_view>& columns_;
  std::vector<std::string_view> fields_;
};

Cell cell(const Fields& fields) {
  return {.machine = std::string(fields.word("machine")),
          .ranks = fields.number("ranks", 1),
          .matrix = matrix_description(fields.word("matrix")),
          .bytes = fields.number<std::size_t>("bytes", 1),
          .seed = fields.number<std::uint64_t>("seed", 0),
          .algorithm = algorithm_named(fields.word("algorithm")),
          .protocol = stage_protocols_named(fields.word("protocol")),
          .window = fields.number("window", 1, 4),
          .lock = improvements_named(fields.word("improvements", "both")),
          .order = send_order_named(fields.word("order", name_of(ScheduleOptions{}.order)))};
}

void require_columns(const std::vector<std::string_view>& columns) {
  for (const std::string_view column : split("machine,ranks,matrix,bytes,seed,algorithm,protocol"))
    if (std::find(columns.begin(), columns.end(), column) == columns.end())
      throw Error(text("the header names no column \"", column, "\"; cells have ", columns_of_a_cell));
}

bool read_row(std::istream& file, std::string& row) {
  if (!std::getline(file, row)) return false;
  if (row.ends_with('\r')) row.pop_back();
  return true;
}

}  // namespace

CellTable read_cells(const std::filesystem::path& path) {
  std::istringstream file(load_text(path, "a table of cells"));
  CellTable table;
  int line = 1;
  try {
    read_row(file, table.header);
    const std::vector<std::string_view> columns = split(table.header);
    require_columns(columns);
    for (std::string row; read_row(file, row);) {
      ++line;
      if (row.empty()) continue;
      table.cells.push_back(cell(Fields(columns, row)));
      table.rows.push_back(std::move(row));
    }
  } catch (const Error& error) {
    throw Error(text(path.string(), ":", line, ": ", error.what()));
  }
  return table;
}

Machine machine_of(const Cell& cell) {
  const bool is_name = cell.machine.find('/') == std::string::npos && !cell.machine.ends_with(".toml");
  return read_machine(is_name ? text(PARTITA_MACHINES, cell.machine, ".toml") : cell.machine, cell.ranks);
}

ScheduleOptions schedule_options(const Cell& cell, const Machine& machine) {
  return partita::schedule_options({cell.algorithm, {cell.protocol, cell.window}},
                                   {.seed = cell.seed, .machine = machine, .order = cell.order},
                                   static_cast<double>(cell.bytes));
}

}  // namespace partita::lab
