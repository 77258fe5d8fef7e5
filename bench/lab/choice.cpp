// Prints the rows of a CSV file of cells with a column `replays`, each with the choice of `choose` for its
// messages: `chosen`, a strategy as "colouring by windowed window=1". The cells' own algorithm and protocol
// have no effect.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include <partita/executor/choosing/choose.hpp>
#include <partita/support/error.hpp>

#include "bench/lab/cell.hpp"

namespace partita::lab {
namespace {

std::size_t column(std::string_view header, std::string_view name) {
  for (std::size_t first = 0, number = 0; first <= header.size(); ++number) {
    const std::size_t comma = std::min(header.find(',', first), header.size());
    if (header.substr(first, comma - first) == name) return number;
    first = comma + 1;
  }
  throw Error(text("the header names no column \"", name, "\""));
}

std::string field(std::string_view row, std::size_t number) {
  for (; number > 0; --number) row.remove_prefix(std::min(row.find(',') + 1, row.size()));
  return std::string(row.substr(0, row.find(',')));
}

std::string choice_of(const Cell& cell, double replays) {
  const ChoiceOptions options{.schedule = {.seed = cell.seed, .machine = machine_of(cell)},
                              .bytes_per_unit = static_cast<double>(cell.bytes),
                              .replays = replays};
  return name_of(choose(make_matrix(cell.matrix, cell.ranks, cell.seed), options).strategy);
}

void run(const char* file) {
  const CellTable table = read_cells(file);
  const std::size_t replays = column(table.header, "replays");
  std::printf("%s,chosen\n", table.header.c_str());
  for (std::size_t k = 0; k < table.cells.size(); ++k) {
    const std::string choice = choice_of(table.cells[k], std::atof(field(table.rows[k], replays).c_str()));
    std::printf("%s,%s\n", table.rows[k].c_str(), choice.c_str());
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace partita::lab

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: lab_choice CASES.csv > CHOSEN.csv\n", stderr);
    return 2;
  }
  try {
    partita::lab::run(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lab_choice: %s\n", error.what());
    return 1;
  }
}
