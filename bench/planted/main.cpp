// Steps of a program with a cause for waits planted in it: does a profile name the cause? `run` plants
// several.
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <partita/executor/choosing/plan_in_words.hpp>
#include <partita/executor/exchange.hpp>
#include <partita/io/machine_file.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "miniapps/command_line.hpp"
#include "miniapps/program.hpp"

namespace partita::bench {
namespace {

struct Options {
  std::string messages = "ring", plan = "ac post_all", machine;
  int steps = 200, units = 1024, reductions = 0, late = -1, late_step = -1, second_late = -1;
  double compute = 2, late_by = 1, second_late_by = 0;  // milliseconds
  bool overlaps = false;
};

// How many units this rank sends to each.
DestinationVector destinations(const Communicator& comm, const Options& options) {
  const int me = comm.rank(), ranks = comm.size();
  DestinationVector to;
  for (int other = 0; other < ranks; ++other) {
    const int apart = (other - me + ranks) % ranks;
    const bool sends = options.messages == "ring"  ? apart == 1 || apart == ranks - 1
                       : options.messages == "all" ? true
                                                   : other == 0;  // "one": all to rank 0
    if (other != me && sends) to.push_back({other, options.units});
  }
  return to;
}

std::optional<int> read(Options& options, int argc, char** argv, bool says) {
  CommandLine line(
      "planted",
      "Steps with a planted cause for waits. bench/planted/run plants many, and reads the profiles.");
  line.add("--messages", options.messages, "Neighbours").one_of({"ring", "all", "one"});
  line.add("--plan", options.plan, "Words for the plan");
  line.add_file("--machine", options.machine, "The machine, as calibrate writes it", "FILE");
  line.add("--steps", options.steps, "Steps");
  line.add("--units", options.units, "Doubles in a message");
  line.add("--reductions", options.reductions, "A reduction after so many steps; 0: none");
  line.add("--compute", options.compute, "Milliseconds of computing in a step");
  line.add("--late", options.late, "A rank that computes for longer");
  line.add("--late-by", options.late_by, "Milliseconds longer");
  line.add("--late-step", options.late_step, "In this step alone");
  line.add("--second-late", options.second_late, "Another rank that does");
  line.add("--second-late-by", options.second_late_by, "Milliseconds longer");
  line.add_flag("--overlap", options.overlaps, "Compute while messages travel");
  return line.parse(argc, argv, says);
}

// Asleep, so that ranks may share processors.
void compute(double milliseconds) {
  if (milliseconds > 0) std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
}

AccessPattern pattern_of(const Communicator& comm, const Options& options) {
  const DestinationVector to = destinations(comm, options);
  std::vector<NeededBy> needed;
  for (const auto& [rank, length] : to) {
    needed.push_back({rank, {}});
    for (local_index unit = 0; unit < length; ++unit) needed.back().owned.push_back(unit);
  }
  std::vector<Location> ghosts;
  for (const auto& [rank, length] : message_vectors(comm, to).sources)
    for (local_index unit = 0; unit < length; ++unit) ghosts.push_back({rank, unit});
  return {comm, options.units, options.units, std::move(ghosts), std::move(needed)};
}

int run(int argc, char** argv, const Communicator& comm) {
  Options options;
  if (const auto exit_code = read(options, argc, argv, comm.rank() == 0)) return *exit_code;
  const AccessPattern pattern = pattern_of(comm, options);
  std::optional<Machine> machine;
  if (!options.machine.empty()) machine = read_machine(options.machine, comm.size());
  Plan plan = plan_in_words(message_vectors(pattern), options.plan, 8, machine);
  plan.name = "planted";
  Exchange exchange(pattern, std::move(plan));
  std::vector<double> values(static_cast<std::size_t>(pattern.local_size()), comm.rank());
  max(comm, 0);
  const Stopwatch watch;
  for (int step = 1; step <= options.steps; ++step) {
    double seconds = options.compute;
    if (comm.rank() == options.late && (options.late_step < 0 || step == options.late_step))
      seconds += options.late_by;
    if (comm.rank() == options.second_late) seconds += options.second_late_by;
    if (options.overlaps) exchange.begin_gather(values);
    compute(seconds);
    if (options.overlaps)
      exchange.finish_gather(values);
    else
      exchange.gather(values);
    if (options.reductions > 0 && step % options.reductions == 0) max(comm, values[0], "the norm");
  }
  const double seconds = max(comm, watch.seconds());
  if (comm.rank() == 0) std::printf("seconds %.6f\n", seconds);
  return 0;
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) { return partita::run_program("planted", argc, argv, partita::bench::run); }
