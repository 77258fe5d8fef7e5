// Benchmarks measured by a job whose ranks stand for hosts.
#include <vector>

#include <gtest/gtest.h>

#include <partita/support/collectively.hpp>

#include "miniapps/calibrate/measure.hpp"
#include "tests/executor/hosts.hpp"

namespace partita::calibrate {
namespace {

// The host of each rank: ranks_per_host on each, host after host.
std::vector<int> hosts_of(int ranks, int ranks_per_host) {
  std::vector<int> hosts;
  for (int rank = 0; rank < ranks; ++rank) hosts.push_back(rank / ranks_per_host);
  return hosts;
}

int world_size() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

TEST(CalibrateLayout, HasAsManyRanksOnEveryHost) {
  const int ranks = world_size();
  for (int ranks_per_host = 1; ranks_per_host <= ranks; ++ranks_per_host) {
    const Communicator comm = testing_support::on_hosts(hosts_of(ranks, ranks_per_host));
    if (ranks % ranks_per_host != 0) {
      EXPECT_THROW((void)layout_of(comm), CollectiveError);
      continue;
    }
    const HostLayout layout = layout_of(comm);
    EXPECT_EQ(layout.hosts, ranks / ranks_per_host);
    EXPECT_EQ(layout.ranks_per_host, ranks_per_host);
  }
}

TEST(CalibrateLayout, RefusesRanksOfSeveralHostsMixed) {
  const int ranks = world_size();
  if (ranks < 4 || ranks % 2 != 0) return;
  std::vector<int> hosts;
  for (int rank = 0; rank < ranks; ++rank) hosts.push_back(rank % 2);
  EXPECT_THROW((void)layout_of(testing_support::on_hosts(hosts)), CollectiveError);
}

// All benchmarks end on all ranks with the same result, whatever the layout.
TEST(CalibrateMeasure, EveryBenchmarkTakesItsTime) {
  const int ranks = world_size();
  for (int ranks_per_host = 1; ranks_per_host <= ranks; ranks_per_host *= 2) {
    if (ranks % ranks_per_host != 0) continue;
    const Communicator comm = testing_support::on_hosts(hosts_of(ranks, ranks_per_host));
    for (const Benchmark& benchmark : benchmarks_for(layout_of(comm))) {
      if (benchmark.bytes > 5000) continue;
      auto [same, seconds, late] = measured(benchmark, comm, 0, 1000);
      EXPECT_GT(seconds, 0) << name_of(benchmark);
      EXPECT_GE(late, seconds);
      const double mine = seconds;
      MPI_Bcast(&seconds, 1, MPI_DOUBLE, 0, comm.handle());
      EXPECT_EQ(seconds, mine);
    }
  }
}

TEST(CalibrateFragment, IsTheSameOnAllRanksAndNoneOnOneHost) {
  const int ranks = world_size();
  for (int ranks_per_host = 1; ranks_per_host <= ranks; ranks_per_host *= 2) {
    if (ranks % ranks_per_host != 0) continue;
    const Communicator comm = testing_support::on_hosts(hosts_of(ranks, ranks_per_host));
    const double fragment = best_fragment(layout_of(comm), comm, 0);
    double of_first = fragment;
    MPI_Bcast(&of_first, 1, MPI_DOUBLE, 0, comm.handle());
    EXPECT_EQ(fragment, of_first);
    EXPECT_TRUE(ranks_per_host < ranks || fragment == 0);
  }
}

}  // namespace
}  // namespace partita::calibrate
