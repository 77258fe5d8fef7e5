#include "measure.hpp"

#include <algorithm>
#include <array>

#include <mpi.h>
#include <sys/resource.h>

#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "median.hpp"
#include "step.hpp"

namespace partita::bench {

namespace {

constexpr std::size_t enough = 15;  // batches, for a median

long involuntary_switches() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

class Measurement {
 public:
  Measurement(const GhostValues& ghosts, const Field& field, Operation operation,
              std::span<Contender> contenders, PlacementProbe& probe)
      : ghosts_(ghosts), field_(field), operation_(operation), probe_(probe) {
    for (Contender& contender : contenders) series_.push_back({contender, steps_of_a_batch(contender), {}});
  }

  Measured run(double seconds) {
    const Stopwatch watch;
    Placement before = probe_.now();
    do {
      for (Series& series : series_) before = run_batch(series, before);
    } while (max(comm(), watch.seconds()) < (all_have_enough() ? seconds : 10 * seconds));

    for (Series& series : series_) {
      std::vector<Median>& medians = measured_.medians.emplace_back();
      for (const auto& [placement, name] : placements)
        if (const std::vector<double>& net = series.net[static_cast<std::size_t>(placement)];
            net.size() >= enough)
          medians.push_back({placement, median(net)});
    }
    return std::move(measured_);
  }

 private:
  struct Series {
    Contender& contender;
    int steps;
    std::array<std::vector<double>, placements.size()> net;  // microseconds an exchange, by placement

    bool has_enough() const {
      return std::ranges::any_of(net, [](const auto& batches) { return batches.size() >= enough; });
    }
  };

  const Communicator& comm() const { return ghosts_.pattern.communicator(); }

  double seconds_of(const Contender& contender, Variant* variant, int steps) const {
    MPI_Barrier(comm().handle());
    const Stopwatch watch;
    run_steps(ghosts_, field_, contender.kind->layout, operation_, variant, steps);
    return watch.seconds();
  }

  // Half a millisecond with the exchange; longer if ranks share cpus. The quickest of many tries decides,
  // because a disturbance could make a batch so short that it measures the ranks' exit from a barrier.
  int steps_of_a_batch(Contender& contender) const {
    const double wanted = probe_.cpu_each() ? 0.5e-3 : 20e-3;
    double step = wanted;  // seconds of one step
    for (int tries = 0; tries < 12; ++tries) {
      const auto steps = static_cast<int>(wanted / step);
      const double seconds = max(comm(), seconds_of(contender, contender.variant.get(), steps));
      step = std::clamp(seconds / steps, 1e-9, step);
    }
    return static_cast<int>(wanted / step);
  }

  // Returns the placement after the batch.
  Placement run_batch(Series& series, Placement before) {
    const long switches = involuntary_switches();
    std::array<double, 3> slowest{seconds_of(series.contender, nullptr, series.steps),
                                  seconds_of(series.contender, series.contender.variant.get(), series.steps),
                                  0};
    slowest[2] = probe_.cpu_each() && involuntary_switches() > switches ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, slowest.data(), static_cast<int>(slowest.size()), MPI_DOUBLE, MPI_MAX,
                  comm().handle());
    const auto [without, with, preempted] = slowest;

    const Placement after = probe_.now();
    ++measured_.batches;
    if (preempted > 0 || before != after)
      ++measured_.dropped;
    else
      series.net[static_cast<std::size_t>(after)].push_back(1e6 * (with - without) / series.steps);
    return after;
  }

  bool all_have_enough() const { return std::ranges::all_of(series_, &Series::has_enough); }

  const GhostValues& ghosts_;
  Field field_;
  Operation operation_;
  PlacementProbe& probe_;
  std::vector<Series> series_;
  Measured measured_;
};

}  // namespace

Measured measure(const GhostValues& ghosts, const Field& field, Operation operation,
                 std::span<Contender> contenders, PlacementProbe& probe, double seconds) {
  return Measurement(ghosts, field, operation, contenders, probe).run(seconds);
}

}  // namespace partita::bench
