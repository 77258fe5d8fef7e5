// Predicts the replay of each cell of a CSV file. Prints its rows with these columns after each:
//
//     seconds                   of a replay
//     phases                    of the schedule
//     building                  seconds to build it
//     inquiries                 of the protocol lock
#include <cstddef>
#include <cstdio>
#include <exception>
#include <limits>

#include <partita/executor/choosing/building.hpp>
#include <partita/executor/choosing/choose.hpp>
#include <partita/executor/prediction/simulated_ranks.hpp>
#include <partita/support/error.hpp>

#include "bench/lab/scheduled_cells.hpp"

namespace partita::lab {

using namespace detail;
namespace {

SimulatedRanks replay(const Cell& cell, const ScheduledCell& scheduled) {
  const auto bytes = static_cast<double>(cell.bytes);
  const ReplayModel model{
      .way = {.protocol = cell.protocol, .window = cell.window, .lock = cell.lock},
      .timed_idle = has_timed_idle(cell.algorithm),
      .seed = cell.seed,
      .resolution = resolution_for(scheduled.matrix, scheduled.machine, bytes, cell.algorithm)};
  return play(scheduled.schedule.tables, model, scheduled.machine, bytes,
              std::numeric_limits<double>::infinity());
}

void run(const char* file) {
  const CellTable table = read_cells(file);
  std::printf("%s,seconds,phases,building,inquiries\n", table.header.c_str());
  ScheduledCells scheduled_cells;
  for (std::size_t k = 0; k < table.cells.size(); ++k) {
    try {
      const auto scheduled = scheduled_cells.of(table.cells[k]);
      const SimulatedRanks replayed = replay(table.cells[k], *scheduled);
      std::printf("%s,%.9g,%d,%.9g,%zu\n", table.rows[k].c_str(), replayed.seconds(),
                  scheduled->schedule.phases(),
                  building_seconds(table.cells[k].algorithm, scheduled->matrix, scheduled->machine),
                  replayed.inquiries());
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
