// Measures what replays take on a real network, by several combinations of algorithm and protocol in turn.
// `run` starts it on hosts that are network namespaces; it runs under any mpirun.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <mpi.h>

#include <partita/executor/prediction/predict.hpp>
#include <partita/machines/machine_file.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/progress.hpp>

#include "cell.hpp"
#include "contest.hpp"

namespace partita::bench {
namespace {

struct Options {
  std::string machine;
  std::vector<std::string> messages{"uniform:2", "uniform:4", "uniform:7", "nonuniform:4:15", "mesh"};
  std::vector<double> kilobytes{1, 4, 16, 64, 256, 1024};
  int rounds = 20;
  std::uint64_t seed = 1;
  std::string csv;
};

void declare(CLI::App& app, Options& options) {
  app.option_defaults()->always_capture_default()->delimiter(',');
  app.add_option("--machine", options.machine, "Machine file, as calibrate writes it: what is predicted")
      ->required()
      ->check(CLI::ExistingFile);
  app.add_option("--messages", options.messages, "uniform:D, nonuniform:D:L, mesh");
  app.add_option("--kilobytes", options.kilobytes, "Of a message, in the mean; 1024 bytes each")
      ->check(CLI::PositiveNumber);
  app.add_option("--rounds", options.rounds, "Replays of each that count")->check(CLI::Range(1, 10000));
  app.add_option("--seed", options.seed, "Of random messages and algorithms");
  app.add_option("--csv", options.csv, "Write all rows to this file");
}

constexpr const char* heading =
    "messages,message_bytes,algorithm,protocol,window,phases,median_seconds,worst_seconds,predicted_seconds,"
    "chosen\n";

// Between which a user without `choose` would have to choose; all at once first.
std::vector<Way> fixed_ways() {
  std::vector<Way> ways;
  for (const Algorithm algorithm :
       {Algorithm::ac, Algorithm::rs_n, Algorithm::colouring, Algorithm::balanced}) {
    ways.push_back({algorithm, Protocol::post_all});
    for (const int window : {1, 4}) ways.push_back({algorithm, Protocol::windowed, window});
    if (algorithm == Algorithm::ac) continue;  // is no order, so it has no phases
    ways.push_back({algorithm, Protocol::ready_signal});
    ways.push_back({algorithm, Protocol::barrier});
  }
  return ways;
}

// The rows of one cell.
std::string measure(const Communicator& comm, const Cell& cell, const Machine& machine,
                    const Options& options) {
  const auto bytes_per_unit = static_cast<double>(cell.bytes_per_unit);
  const ScheduleOptions base{.seed = options.seed, .machine = machine};
  const Way chosen = choose(cell.matrix, {.schedule = base, .bytes_per_unit = bytes_per_unit}).way;

  std::vector<Way> ways = fixed_ways();
  if (std::ranges::find(ways, chosen) == ways.end()) ways.push_back(chosen);
  std::vector<Contender> contenders;
  for (const Way& way : ways)
    contenders.push_back({way, make_schedule(cell.matrix, schedule_options(way, base, bytes_per_unit))});
  const std::vector<Times> times = contest(comm, cell, contenders, options.rounds);

  std::string rows;
  for (std::size_t k = 0; k < contenders.size(); ++k) {
    const auto& [way, schedule] = contenders[k];
    const double predicted =
        predict(schedule.tables, {.protocol = way.protocol, .window = way.window, .seed = options.seed},
                machine, bytes_per_unit);
    rows += text(cell.messages, ",", cell.message_bytes, ",", name_of(way.algorithm), ",",
                 name_of(way.protocol), ",", way.window, ",", schedule.phases(), ",", times[k].median, ",",
                 times[k].worst, ",", predicted, ",", way == chosen ? 1 : 0, "\n");
  }
  return rows;
}

void measure_all(const Communicator& comm, const Options& options) {
  const Machine machine = collectively(comm, [&] { return read_machine(options.machine, comm.size()); });
  std::string all = heading;
  const bool prints = comm.rank() == 0;
  if (prints) std::fputs(heading, stdout);
  Progress progress(prints);
  for (const std::string& messages : options.messages)
    for (const double kilobytes : options.kilobytes) {
      if (progress.due()) progress.show(text(messages, ", ", kilobytes, " KB a message"));
      const Cell cell = collectively(
          comm, [&] { return make_cell(messages, comm.size(), 1024 * kilobytes, options.seed); });
      const std::string rows = measure(comm, cell, machine, options);
      all += rows;
      if (prints) std::fputs(rows.c_str(), stdout), std::fflush(stdout);
    }
  if (options.csv.empty()) return;
  collectively(comm, [&] {
    if (!prints) return;
    AtomicFile file(options.csv);
    std::ofstream(file.temporary()) << all;
    file.commit();
  });
}

int run(int argc, char** argv) {
  Options options;
  CLI::App app(
      "Measures what replays take on the network between the hosts of this MPI job, by fixed ways and by "
      "the one that is chosen, and checks what arrives.\n\n"
      "  bench/netlab/run build/release\n\n"
      "does so on hosts that are network namespaces.\n",
      "netlab");
  declare(app, options);
  const Communicator comm(MPI_COMM_WORLD);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& end) {
    return comm.rank() == 0 ? (app.exit(end) == 0 ? 0 : 2) : (end.get_exit_code() == 0 ? 0 : 2);
  }
  measure_all(comm, options);
  return 0;
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int result = 1;
  try {
    result = partita::bench::run(argc, argv);
  } catch (const partita::CollectiveError& error) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) std::fprintf(stderr, "netlab: %s\n", error.what());
  } catch (const std::exception& error) {  // on this rank alone: the others would wait
    std::fprintf(stderr, "netlab: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return result;
}
