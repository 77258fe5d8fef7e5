#include <algorithm>
#include <array>
#include <vector>

#include <mpi.h>

#include <partita/executor/choosing/dry_run.hpp>
#include <partita/executor/replay/make_replay.hpp>
#include <partita/support/reduce.hpp>

namespace partita::detail {

namespace {

std::vector<std::byte> memory_for(const std::vector<MatrixEntry>& entries, std::size_t unit_bytes) {
  std::size_t units = 0;
  for (const MatrixEntry& entry : entries) units += static_cast<std::size_t>(entry.length);
  return std::vector<std::byte>(units * unit_bytes);
}

}  // namespace

double dry_run(const MessageVectors& vectors, const Plan& plan, std::size_t unit_bytes) {
  const Communicator& comm = vectors.communicator;
  Replay gather = make_replay(vectors, Direction::gather, plan.strategy(), plan.gather, plan.transport, 0,
                              name_of_messages(vectors));
  const std::vector<std::byte> owned = memory_for(vectors.destinations, unit_bytes);
  std::vector<std::byte> ghosts = memory_for(vectors.sources, unit_bytes);
  const auto replay = [&] {
    gather.begin(owned.data(), ghosts.data(), unit_bytes);
    gather.finish();
  };
  for (int warm_up = 0; warm_up < 3; ++warm_up) replay();
  std::array<double, 15> seconds{};
  for (double& one : seconds) {
    MPI_Barrier(comm.handle());
    const double begin = MPI_Wtime();
    replay();
    one = MPI_Wtime() - begin;
  }
  const auto median = seconds.begin() + seconds.size() / 2;
  std::nth_element(seconds.begin(), median, seconds.end());
  return max(comm, *median);
}

}  // namespace partita::detail
