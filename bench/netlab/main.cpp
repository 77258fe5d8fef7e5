// Measures replays on a real network: fixed strategies, and the one that `choose` selects. `run` starts it on
// hosts that are network namespaces; it runs under any mpirun.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <mpi.h>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/prediction/predict.hpp>
#include <partita/io/machine_file.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>

#include "bench/netlab/lives.hpp"
#include "bench/netlab/race.hpp"
#include "bench/netlab/rows.hpp"
#include "bench/openfoam_schedule.hpp"
#include "miniapps/command_line.hpp"
#include "miniapps/program.hpp"
#include "miniapps/progress.hpp"

namespace partita::netlab {
namespace {

struct Options {
  std::string machine;
  std::vector<std::string> messages{"uniform:2", "uniform:4", "uniform:7", "nonuniform:4:15"};
  std::vector<double> kilobytes{1, 4, 16, 64, 256, 1024};
  Patience patience;
  std::string transport = "automatic";
  std::uint64_t seed = 1;
  std::string csv;
  RaceOptions race{.replays = 0};
  std::vector<int> lives;
  double wrong = 1;
  std::string network = "netlab";
  bool openfoam = false;
};

void declare(CommandLine& line, Options& options) {
  line.add("--machine", options.machine, "Machine file for the choice, as calibrate writes it")
      .required()
      .check(existing_file());
  line.add("--messages", options.messages, "uniform:D, nonuniform:D:L, market:FILE, ... as in bench/lab")
      .delimiter(',');
  line.add("--kilobytes", options.kilobytes, "Mean length of a message, in units of 1024 bytes")
      .check(between(1e-6, 1e9))
      .delimiter(',');
  line.add("--rounds", options.patience.rounds, "Least number of counted replays of each strategy")
      .check(between(2, 10000));
  line.add("--seconds", options.patience.seconds, "Time for each cell; more rounds start until it is over")
      .check(between(0.0, 1e6));
  line.add("--transport", options.transport, "automatic or mpi");
  line.add("--seed", options.seed, "Seed of random messages and algorithms");
  line.add("--csv", options.csv, "Write all rows to this file");
  line.add("--replays", options.race.replays,
           "Times whole runs of this many replays, of an exchange that races and of fixed plans (0: single "
           "replays)")
      .check(between(0, 1000000));
  line.add("--lives", options.lives,
           "Times whole lives of patterns of so many replays each, plan included, with this R given to the "
           "choice")
      .check(between(1, 1000000))
      .delimiter(',');
  line.add("--wrong", options.wrong, "Multiplies each cost of the machine by this factor or divides by it")
      .check(between(1.0, 1000.0));
  line.add_flag("--openfoam", options.openfoam,
                "Also replays OpenFOAM's order, in single replays; bench/lab does not read such rows");
  line.add("--network", options.network, "Name of the network in the rows of whole runs");
}

// The strategies of a user without `choose`; all at once is first. Not `lock`: over TCP, Open MPI 4.1's
// windows sometimes deadlock.
std::vector<Strategy> fixed_strategies(const Machine& machine) {
  std::vector<Strategy> strategies{{Algorithm::ac, {Protocol::post_all}},
                                   {Algorithm::ac, {Protocol::windowed, 1}},
                                   {Algorithm::ac, {Protocol::windowed, 4}}};
  for (const Algorithm algorithm : {Algorithm::rs_n, Algorithm::colouring, Algorithm::balanced})
    for (const Protocol protocol :
         {Protocol::post_all, Protocol::windowed, Protocol::ready_signal, Protocol::barrier})
      strategies.push_back({algorithm, {protocol, protocol == Protocol::windowed ? 1 : Way{}.window}});
  if (machine.ranks_per_host > 1)
    for (const Protocol protocol : {Protocol::post_all, Protocol::ready_signal})
      strategies.push_back({Algorithm::node_aware, {protocol}});
  return strategies;
}

// The rows of one cell.
std::vector<Row> measure(const Communicator& comm, const Messages& messages, const Machine& machine,
                         const Options& options) {
  const auto bytes_per_unit = static_cast<double>(messages.bytes_per_unit);
  const ScheduleOptions base{.seed = options.seed, .machine = machine};
  const Strategy chosen =
      choose(messages.matrix, {.schedule = base, .bytes_per_unit = bytes_per_unit}).strategy;

  std::vector<Strategy> strategies = fixed_strategies(machine);
  if (std::ranges::find(strategies, chosen) == strategies.end()) strategies.push_back(chosen);
  std::vector<Contender> contenders;
  for (const Strategy& strategy : strategies)
    contenders.push_back(
        {strategy, make_schedule(messages.matrix, schedule_options(strategy, base, bytes_per_unit))});
  if (options.openfoam)
    contenders.push_back(
        {{Algorithm::colouring, {Protocol::ready_signal}}, openfoam_schedule(messages.matrix), "openfoam"});
  const std::vector<Times> times =
      contest(comm, messages, contenders, transport_named(options.transport), options.patience);

  std::vector<Row> rows;
  for (std::size_t k = 0; k < contenders.size(); ++k) {
    const auto& [strategy, schedule, order] = contenders[k];
    const double predicted =
        predict(schedule.tables, {.way = strategy.way, .seed = options.seed}, machine, bytes_per_unit);
    rows.push_back({options.machine, comm.size(), messages.description, messages.mean_bytes,
                    messages.bytes_per_unit, options.seed, strategy, times[k], predicted,
                    strategy == chosen && order.empty(), order});
  }
  return rows;
}

// Each cost wrong by the factor: one after the other too large and too small.
void make_wrong(Costs& costs, double factor) {
  for (double* const cost :
       {&costs.start_up,  &costs.bandwidth,      &costs.receive,           &costs.host_start_up,
        &costs.signal,    &costs.send_penalty,   &costs.signal_receive,    &costs.receive_penalty,
        &costs.unawaited, &costs.host_bandwidth, &costs.both_ways_penalty, &costs.exchange_penalty,
        &costs.spared,    &costs.burst,          &costs.burst_bandwidth,   &costs.queue,
        &costs.window,    &costs.loss,           &costs.barrier,           &costs.per_hop}) {
    *cost *= factor;
    factor = 1 / factor;
  }
}

// Whole runs of one cell: the choice, then fixed plans; all at once is the first of them.
std::vector<RunRow> measure_runs(const Communicator& comm, const Messages& messages, const Machine& machine,
                                 const Options& options) {
  const auto bytes_per_unit = static_cast<double>(messages.bytes_per_unit);
  const MessageVectors vectors = message_vectors(comm, messages.matrix.destinations(comm.rank()));
  ChoiceOptions choice{.schedule = {.seed = options.seed, .machine = machine},
                       .bytes_per_unit = bytes_per_unit};
  std::vector<Plan> plans{choose_plan(vectors, choice)};
  std::vector<Strategy> strategies = fixed_strategies(machine);
  const Strategy first = strategy_of(plans[0]);
  if (std::ranges::find(strategies, first) == strategies.end()) strategies.push_back(first);
  for (const Strategy& strategy : strategies) {
    PlanOptions planning{.schedule = schedule_options(strategy, choice.schedule, bytes_per_unit),
                         .way = strategy.way};
    plans.push_back(make_plan(vectors, planning));
  }
  for (Plan& plan : plans) plan.transport = transport_named(options.transport);

  std::vector<RunRow> rows;
  const std::vector<RunTime> times =
      race(vectors, messages, plans, {options.race.replays, options.patience.seconds});
  if (comm.rank() == 0)
    std::printf("%s, %.0f KB: %s\n", messages.description.c_str(), messages.mean_bytes / 1024,
                times[0].reason.c_str());
  for (std::size_t k = 0; k < plans.size(); ++k)
    rows.push_back({options.network, comm.size(), messages.description, messages.mean_bytes, k == 0,
                    options.race.replays, times[k]});
  return rows;
}

// No schedule; one that each rank makes alone; one made for these messages.
std::vector<Strategy> strategies_of_lives() {
  return {{Algorithm::ac, {Protocol::post_all}},       {Algorithm::ac, {Protocol::windowed, 1}},
          {Algorithm::lp, {Protocol::ready_signal}},   {Algorithm::lp, {Protocol::pairwise_sync}},
          {Algorithm::rs_n, {Protocol::ready_signal}}, {Algorithm::colouring, {Protocol::ready_signal}},
          {Algorithm::colouring, {Protocol::barrier}}, {Algorithm::balanced, {Protocol::ready_signal}}};
}

// Whole lives of one cell: for each number of replays the choice that knows it, then fixed plans.
std::vector<RunRow> measure_lives(const Communicator& comm, const Messages& messages, const Machine& machine,
                                  const Options& options) {
  const auto bytes_per_unit = static_cast<double>(messages.bytes_per_unit);
  const MessageVectors vectors = message_vectors(comm, messages.matrix.destinations(comm.rank()));
  const Transport transport = transport_named(options.transport);
  std::vector<RunRow> rows;
  for (const int replays : options.lives) {
    const ChoiceOptions choice{.schedule = {.seed = options.seed, .machine = machine},
                               .bytes_per_unit = bytes_per_unit,
                               .replays = static_cast<double>(replays)};
    std::vector<std::function<Plan()>> make{[&] {
      Plan plan = choose_plan(vectors, choice);
      plan.transport = transport;
      return plan;
    }};
    for (const Strategy& strategy : strategies_of_lives())
      make.emplace_back([&, strategy] {
        return make_plan(vectors, {.schedule = schedule_options(strategy, choice.schedule, bytes_per_unit),
                                   .way = strategy.way,
                                   .transport = transport});
      });
    const double seconds = options.patience.seconds / static_cast<double>(options.lives.size());
    const std::vector<RunTime> times = lives(vectors, messages.bytes_per_unit, make, {replays, seconds});
    if (comm.rank() == 0)
      std::printf("%s, %.0f KB, %d replays: %s\n", messages.description.c_str(), messages.mean_bytes / 1024,
                  replays, times[0].reason.c_str());
    for (std::size_t k = 0; k < times.size(); ++k)
      rows.push_back({options.network, comm.size(), messages.description, messages.mean_bytes, k == 0,
                      replays, times[k]});
  }
  return rows;
}

void write(const std::vector<Row>& rows, const std::vector<RunRow>& runs, const std::string& path) {
  std::string content = runs.empty() ? csv_heading() : csv_heading_of_runs();
  for (const Row& row : rows) content += csv_of(row);
  for (const RunRow& row : runs) content += csv_of(row);
  write_whole(path, content);
}

void measure_all(const Communicator& comm, const Options& options) {
  const bool writes = comm.rank() == 0;
  const Machine machine = collectively(comm, [&] {
    if (writes && !options.csv.empty()) AtomicFile{options.csv};  // reported now, not after the work
    (void)transport_named(options.transport);
    Machine read = read_machine(options.machine, comm.size());
    make_wrong(read.costs, options.wrong);
    return read;
  });
  std::vector<Row> rows;
  std::vector<RunRow> runs;
  Progress progress(writes);
  for (const std::string& description : options.messages)
    for (const double kilobytes : options.kilobytes) {
      progress.show(text("netlab: ", description, ", ", kilobytes, " KB a message"));
      const Messages messages = collectively(
          comm, [&] { return make_messages(description, comm.size(), 1024 * kilobytes, options.seed); });
      if (!options.lives.empty())
        std::ranges::move(measure_lives(comm, messages, machine, options), std::back_inserter(runs));
      else if (options.race.replays > 0)
        std::ranges::move(measure_runs(comm, messages, machine, options), std::back_inserter(runs));
      else
        std::ranges::move(measure(comm, messages, machine, options), std::back_inserter(rows));
      // Written cell by cell, so that results survive the job.
      collectively(comm, [&] {
        if (writes && !options.csv.empty()) write(rows, runs, options.csv);
      });
    }
  if (writes && runs.empty()) std::fputs(summary(rows).c_str(), stdout);
}

int run(int argc, char** argv, const Communicator& comm) {
  Options options;
  CommandLine line(
      "netlab",
      "Measures replays on the network between the hosts of this MPI job, with fixed strategies and with the "
      "chosen one, and checks the received values.\n\n"
      "  bench/netlab/run build/release\n\n"
      "does this on hosts that are network namespaces.\n");
  declare(line, options);
  if (const auto exit_code = line.parse(argc, argv, comm.rank() == 0)) return *exit_code;
  measure_all(comm, options);
  return 0;
}

}  // namespace
}  // namespace partita::netlab

int main(int argc, char** argv) { return partita::run_program("netlab", argc, argv, partita::netlab::run); }
