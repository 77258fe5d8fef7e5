#include "measure.hpp"

#include <algorithm>
#include <cstddef>

#include <partita/executor/replay/replay.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::calibrate {

using namespace detail;

double measured(const Benchmark& benchmark, const Communicator& comm, double patience) {
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
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::ranges::nth_element(seconds, middle);
  return *middle / benchmark.repetitions;
}

}  // namespace partita::calibrate
