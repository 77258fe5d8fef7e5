// Predicts the replay of each cell of a CSV file. Prints its rows with these columns after each:
//
//     seconds                   of a replay
//     phases                    of the schedule
//     building                  seconds to build it
//     inquiries                 of the protocol lock
//     sender_least, _mean, _most    seconds until the ranks that send are done
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

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

// "LEAST,MEAN,MOST" seconds until a rank that sends is done; "0,0,0" if none sends.
std::string senders_of(const SimulatedRanks& replayed, const std::vector<PhaseTable>& tables) {
  std::vector<double> done;
  for (std::size_t rank = 0; rank < tables.size(); ++rank)
    if (!tables[rank].sends.empty()) done.push_back(replayed.done_at(rank));
  if (done.empty()) return "0,0,0";
  const auto [least, most] = std::ranges::minmax(done);
  const double mean = std::accumulate(done.begin(), done.end(), 0.0) / static_cast<double>(done.size());
  char words[64];
  std::snprintf(words, sizeof words, "%.6g,%.6g,%.6g", least, mean, most);
  return words;
}

void run(const char* file) {
  const CellTable table = read_cells(file);
  std::printf("%s,seconds,phases,building,inquiries,sender_least,sender_mean,sender_most\n",
              table.header.c_str());
  ScheduledCells scheduled_cells;
  for (std::size_t k = 0; k < table.cells.size(); ++k) {
    try {
      const auto scheduled = scheduled_cells.of(table.cells[k]);
      const SimulatedRanks replayed = replay(table.cells[k], *scheduled);
      std::printf("%s,%.9g,%d,%.9g,%zu,%s\n", table.rows[k].c_str(), replayed.seconds(),
                  scheduled->schedule.phases(),
                  building_seconds(table.cells[k].algorithm, scheduled->matrix, scheduled->machine),
                  replayed.inquiries(), senders_of(replayed, scheduled->schedule.tables).c_str());
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
