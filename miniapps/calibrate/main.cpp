// Measures the machine that it runs on, under mpirun, and writes a machine file for `phases`, `predict` and
// `choose`.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <mpi.h>

#include <partita/executor/replay/transport/shared_memory.hpp>
#include <partita/io/machine_file.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/duration.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "fit.hpp"
#include "measure.hpp"
#include "miniapps/command_line.hpp"
#include "miniapps/formatted.hpp"
#include "miniapps/program.hpp"
#include "miniapps/progress.hpp"

namespace partita::calibrate {
namespace {

constexpr double share_of_fragments = 0.1;  // of the time

struct Options {
  std::string output = "localhost.toml";
  double seconds = 20;
};

void declare(CommandLine& line, Options& options) {
  line.add_file("--output", options.output, "The machine file to write", "FILE.toml");
  line.add("--seconds", options.seconds, "Approximate time for all measurements").check(between(0.1, 3600.0));
}

std::vector<Measurement> measure_all(const Communicator& comm, const HostLayout& layout, double seconds,
                                     double fragment) {
  const std::vector<Benchmark> benchmarks = benchmarks_for(layout);
  std::vector<Measurement> measurements;
  const bool shows = comm.rank() == 0;
  Progress progress(shows);
  const Stopwatch watch;
  for (const Benchmark& benchmark : benchmarks) {
    const std::size_t left = benchmarks.size() - measurements.size();
    if (progress.due())
      progress.show(
          text("calibrate: ", name_of(benchmark), ", ", left, " to go, ", duration(watch.seconds())));
    const double share = std::max(0.0, seconds - watch.seconds()) / static_cast<double>(left);
    measurements.push_back(measured(benchmark, comm, max(comm, share), fragment));
  }
  return measurements;
}

// One line per measurement: the measured time, and the prediction for the fitted machine.
std::string lines(const std::vector<Measurement>& measurements, const Machine& machine) {
  std::string all;
  for (const Measurement& one : measurements) {
    const double by_machine = predicted(one.benchmark, machine);
    const std::string late = is_late(one, one.seconds) ? text(" (one in ten: ", time_of(one.late), ")") : "";
    all += formatted("%-52s %10s%s, predicted %s\n", name_of(one.benchmark).c_str(),
                     time_of(one.seconds).c_str(), late.c_str(), time_of(by_machine).c_str());
  }
  return all;
}

// "predicted: 31 of 39 within 20 %, half of them within 8 %, nine in ten within 40 %". Where the machine says
// that messages are lost, this is about the rounds that lost some.
std::string how_well(const std::vector<Measurement>& measurements, const Machine& machine) {
  std::vector<double> factors;
  for (const Measurement& one : measurements) {
    const double by_machine = predicted(one.benchmark, machine);
    const bool loses = machine.costs.loss > 0 && by_machine > machine.costs.loss;
    const double measured = loses && is_late(one, one.seconds) ? one.late : one.seconds;
    factors.push_back(std::exp(std::abs(std::log(by_machine / measured))));
  }
  std::ranges::sort(factors);
  const auto of = [&](double share) {
    return std::round(
        100 * (factors[static_cast<std::size_t>(share * static_cast<double>(factors.size() - 1))] - 1));
  };
  const auto good = std::ranges::count_if(factors, [](double factor) { return factor <= 1.2; });
  return text("predicted: ", good, " of ", factors.size(), " within 20 %, half of them within ", of(0.5),
              " %, eight in ten within ", of(0.8), " %, nine in ten within ", of(0.9), " %");
}

std::string remarks(const HostLayout& layout, const std::string& what_was_measured, const std::string& fit) {
  std::string all =
      text("Measured by calibrate on ", layout.hosts, layout.hosts == 1 ? " host of " : " hosts of ",
           layout.ranks_per_host, layout.ranks_per_host == 1 ? " rank" : " ranks",
           ": medians of replays by the executor, each as\nlong as its slowest rank.\n");
  if (layout.hosts == 1)
    all +=
        "One host only: [network], and start_up, per_hop and bandwidth in [messages], are a guess: Ethernet "
        "of 10 Gbit/s.\n";
  if (layout.ranks_per_host == 1) all += "One rank per host: messages within hosts were not measured.\n";
  return text(all, "\n", what_was_measured, fit, "\n");
}

void calibrate(const Communicator& comm, const Options& options) {
  collectively(comm, [&] {
    if (comm.size() == 1)
      throw Error("one rank has no partner to send to; start with mpirun on at least two ranks");
    if (comm.rank() == 0) AtomicFile{options.output};  // reported now, not after the work
  });
  const HostLayout layout = layout_of(comm);
  if (detail::SharedMemory::of(comm).is_crowded() && comm.rank() == 0)
    std::fputs(
        "calibrate: more ranks than processors run here, so the times are mostly waits for a processor; "
        "start fewer\n",
        stderr);
  const double fragment = best_fragment(layout, comm, share_of_fragments * options.seconds);
  const std::vector<Measurement> measurements =
      measure_all(comm, layout, (1 - share_of_fragments) * options.seconds, fragment);
  collectively(comm, [&] {
    if (comm.rank() != 0) return;
    Progress progress(true);
    progress.show(text("calibrate: ", measurements.size(), " measurements, fitted"));
    const Machine machine = fit(measurements, layout, fragment);
    const std::string what = lines(measurements, machine), fit = how_well(measurements, machine);
    write_machine(options.output, machine, remarks(layout, what, fit));
    std::printf("%s%s\nwritten to %s: phases --machine %s\n", what.c_str(), fit.c_str(),
                options.output.c_str(), options.output.c_str());
  });
}

int run(int argc, char** argv, const Communicator& comm) {
  Options options;
  CommandLine line(
      "calibrate",
      "Measures the machine that it runs on, and writes a machine file for phases, predict and choose. "
      "Measures messages by length, within a host and between hosts, contention at nodes, signals, "
      "barriers, and which fragments of messages suit the network.\n\n"
      "  mpirun -n 8 calibrate --output localhost.toml\n"
      "  mpirun --map-by ppr:4:node -n 32 calibrate --output cluster.toml");
  declare(line, options);
  if (const auto exit_code = line.parse(argc, argv, comm.rank() == 0)) return *exit_code;
  calibrate(comm, options);
  return 0;
}

}  // namespace
}  // namespace partita::calibrate

int main(int argc, char** argv) {
  return partita::run_program("calibrate", argc, argv, partita::calibrate::run);
}
