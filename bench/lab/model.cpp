// Predicts the replay of each cell of a CSV file. Prints its rows with `seconds,phases,building` after each:
// seconds of a replay, phases of the schedule, seconds of its building.
#include <cstdio>
#include <exception>
#include <string>

#include <partita/executor/choosing/building.hpp>
#include <partita/executor/choosing/choose.hpp>
#include <partita/executor/prediction/predict.hpp>
#include <partita/support/error.hpp>

#include "bench/lab/scheduled_cells.hpp"

namespace partita::lab {

using namespace detail;
namespace {

double seconds(const Cell& cell, const ScheduledCell& scheduled) {
  const auto bytes = static_cast<double>(cell.bytes);
  const ReplayModel model{
      .way = {.protocol = cell.protocol, .window = cell.window, .lock = cell.lock},
      .timed_idle = has_timed_idle(cell.algorithm),
      .seed = cell.seed,
      .resolution = resolution_for(scheduled.matrix, scheduled.machine, bytes, cell.algorithm)};
  return predict(scheduled.schedule.tables, model, scheduled.machine, bytes);
}

void run(const char* file) {
  const CellTable table = read_cells(file);
  std::printf("%s,seconds,phases,building\n", table.header.c_str());
  ScheduledCells scheduled_cells;
  for (std::size_t k = 0; k < table.cells.size(); ++k) {
    try {
      const auto scheduled = scheduled_cells.of(table.cells[k]);
      std::printf("%s,%.9g,%d,%.9g\n", table.rows[k].c_str(), seconds(table.cells[k], *scheduled),
                  scheduled->schedule.phases(),
                  building_seconds(table.cells[k].algorithm, scheduled->matrix, scheduled->machine));
    } catch (const Error& error) {
      throw Error(text(file, ": ", table.rows[k], ": ", error.what()));
    }
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace partita::lab

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: lab_model CELLS.csv > PREDICTED.csv\n", stderr);
    return 2;
  }
  try {
    partita::lab::run(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lab_model: %s\n", error.what());
    return 1;
  }
}
