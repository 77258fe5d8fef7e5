#include "measure.hpp"

#include <algorithm>
#include <cstddef>

#include <partita/executor/replay/replay.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::calibrate {

using namespace detail;

Measurement measured(const Benchmark& benchmark, const Communicator& comm, double patience) {
  Replay replay(comm, lay_out(benchmark, comm.rank()), {.protocol = benchmark.protocol, .window = 1});
  const auto bytes = static_cast<std::size_t>(benchmark.bytes);
  std::vector<std::byte> unit(bytes);
  const auto round = [&] {
    MPI_Barrier(comm.handle());
    const Stopwatch watch;
    replay.begin(unit.data(), nullptr, bytes);
    replay.finish();
    return max(comm, watch.seconds());
  };
  round();
  const double first = round();
  const auto rounds = static_cast<std::size_t>(std::clamp(patience / first, 7.0, 201.0));
  std::vector<double> seconds{first};
  while (seconds.size() < rounds) seconds.push_back(round());
  std::ranges::sort(seconds);
  const std::size_t latest = std::max<std::size_t>(2, rounds / 10);
  return {benchmark, seconds[rounds / 2] / benchmark.repetitions,
          seconds[rounds - latest] / benchmark.repetitions};
}

}  // namespace partita::calibrate
