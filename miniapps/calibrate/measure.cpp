#include "measure.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <thread>
#include <vector>

#include <partita/executor/replay/replay.hpp>
#include <partita/executor/replay/transport/shared_memory.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/common_clock.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::calibrate {

using namespace detail;

namespace {

// All ranks begin at a time that rank 0 sets. They would not after a barrier: some ranks leave it when the
// messages of others have arrived already, and short messages then seem to take nothing. Before, the network
// rests for as long as a round takes, so that rounds find it idle: what is queued leaves, and what ports pass
// at once has gathered again.
class CommonStart {
 public:
  explicit CommonStart(const Communicator& comm) : comm_(comm), clock_(comm) {}

  // False if this rank heard of the time too late. Collective.
  bool wait(double rest) const {
    double start = clock_.seconds() + std::min(rest, longest_rest) + notice_;
    MPI_Bcast(&start, 1, MPI_DOUBLE, 0, comm_.handle());
    if (clock_.seconds() > start) return false;
    while (clock_.seconds() < start) std::this_thread::yield();
    return true;
  }

  // The least notice at which few starts fail, on every rank alike.
  void adapt(bool was_common) { notice_ *= was_common ? 0.98 : 1.5; }

 private:
  static constexpr double longest_rest = 2e-3;  // seconds

  const Communicator& comm_;
  CommonClock clock_;
  double notice_ = 100e-6;  // seconds
};

// Bytes. Limits of 64, 16 and 4 KB are usual, headers included.
constexpr double candidates[] = {60e3, 15e3, 3.75e3};

// What chance may do.
constexpr double clearly_less = 0.95;
constexpr double as_good = 1.02;

}  // namespace

HostLayout layout_of(const Communicator& comm) {
  const SharedMemory& host = SharedMemory::of(comm);
  int first = comm.rank();
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, host.host());
  const int ranks = max(comm, host.ranks());
  collectively(comm, [&] {
    if (host.ranks() != ranks)
      throw Error("the host of rank ", comm.rank(), " has ", host.ranks(), " ranks, but another has ", ranks,
                  "; start as many on every host");
    if (first % ranks != 0 || comm.rank() / ranks != first / ranks)
      throw Error("rank ", comm.rank(), " shares its host with rank ", first,
                  ", but not with all between; fill host after host (mpirun --map-by slot)");
  });
  return {comm.size() / ranks, ranks};
}

Measurement measured(const Benchmark& benchmark, const Communicator& comm, double patience, double fragment) {
  Replay replay(
      comm, lay_out(benchmark, comm.rank()),
      {.way = {.protocol = benchmark.protocol, .window = 1, .fragment = static_cast<std::size_t>(fragment)}});
  const auto bytes = static_cast<std::size_t>(benchmark.bytes);
  std::vector<std::byte> unit(bytes);
  CommonStart start(comm);
  double last = 0;  // seconds of the last round
  const auto round = [&] {
    for (;;) {
      const bool is_in_time = start.wait(last);
      const Stopwatch watch;
      replay.begin(unit.data(), nullptr, bytes);
      replay.finish();
      const double seconds = is_in_time ? watch.seconds() : std::numeric_limits<double>::infinity();
      const double slowest = max(comm, seconds);
      start.adapt(std::isfinite(slowest));
      if (std::isfinite(slowest)) return last = slowest;
    }
  };
  round();
  const Stopwatch watch;
  std::vector<double> seconds{round()};
  const auto rounds = static_cast<std::size_t>(std::clamp(patience / max(comm, watch.seconds()), 7.0, 201.0));
  while (seconds.size() < rounds) seconds.push_back(round());
  std::ranges::sort(seconds);
  const std::size_t latest = std::max<std::size_t>(2, rounds / 10);
  return {benchmark, seconds[rounds / 2] / benchmark.repetitions,
          seconds[rounds - latest] / benchmark.repetitions};
}

double best_fragment(const HostLayout& layout, const Communicator& comm, double patience) {
  if (layout.hosts == 1) return 0;
  const std::vector<Benchmark> benchmarks = benchmarks_of_fragments(layout);
  const double share = patience / static_cast<double>(benchmarks.size() * (1 + std::size(candidates)));
  const auto seconds = [&](double fragment) {
    double product = 1;
    for (const Benchmark& benchmark : benchmarks)
      product *= measured(benchmark, comm, share, fragment).seconds;
    return std::pow(product, 1 / static_cast<double>(benchmarks.size()));
  };

  const double whole = seconds(0);
  std::vector<double> by_fragments;
  for (const double fragment : candidates) by_fragments.push_back(seconds(fragment));
  const double least = std::ranges::min(by_fragments);
  if (least > clearly_less * whole) return 0;
  const auto first = std::ranges::find_if(by_fragments, [&](double one) { return one <= as_good * least; });
  return candidates[first - by_fragments.begin()];
}

}  // namespace partita::calibrate
