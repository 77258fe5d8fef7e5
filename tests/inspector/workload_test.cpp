#include <string>

#include <gtest/gtest.h>

#include <partita/inspector/inspect.hpp>
#include <partita/inspector/workload.hpp>
#include <partita/support/reduce.hpp>

#include "random_loop.hpp"

namespace partita {
namespace {

using namespace testing_support;

TEST(Workload, IsWhatAnInspectionWithThatChoiceGives) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const RandomLoop loop = random_loop(comm.size(), seed);
    const Tabled sets_of(comm, loop);
    const IndexArrays given(sets_of, random_share(loop.rows, comm.rank(), comm.size(), seed),
                            {true, seed % 2 == 0, seed % 3 == 0});
    for (const Workload& work : workload(comm, {"edges", given.arrays})) {
      const InspectedLoop inspected = inspect(comm, "edges", given.arrays, work.execution);
      const auto expect_spread = [&](const Spread& spread, std::size_t here, const char* of) {
        const auto mine = static_cast<std::int64_t>(here);
        const std::string what = text("seed ", seed, ", ", name_of(work.execution), ", ", of);
        EXPECT_EQ(spread.most, max(comm, mine)) << what;
        EXPECT_EQ(spread.least, min(comm, mine)) << what;
        EXPECT_EQ(spread.total, sum(comm, mine)) << what;
      };
      const AccessPattern& one = inspected.pattern(0);
      const AccessPattern& other = inspected.pattern(2);
      const bool apart = !inspected.table(0).is_copy_of(inspected.table(2));
      expect_spread(work.executed, inspected.iterations().size(), "executed");
      expect_spread(work.ghosts, one.ghost_locations().size() + (apart ? other.ghost_locations().size() : 0),
                    "ghosts");
      expect_spread(work.messages, one.ghost_runs().size() + (apart ? other.ghost_runs().size() : 0),
                    "messages");
      EXPECT_EQ(work.iterations, static_cast<std::int64_t>(loop.rows.size()));
      EXPECT_EQ(line(work).find("scatter-add") != std::string::npos, work.execution != Execution::both_sides);
    }
  }
}

TEST(Workload, IsSaidInOneLineWithUnits) {
  const Workload work{Execution::majority, 20, {12, 9, 21, 2}, {5, 4, 9, 2}, {2, 1, 3, 2}};
  EXPECT_EQ(
      line(work),
      "majority    12/10.5/9 iterations a rank, 1.050 of the loop's; 5/4.5/4 ghosts and 2/1.5/1 messages a "
      "rank to gather, and to scatter-add (max/mean/min)");
  EXPECT_DOUBLE_EQ(work.imbalance(), 12 / 10.5);
  EXPECT_DOUBLE_EQ(work.redundancy(), 1.05);
}

TEST(Workload, OfAnEmptyLoopIsNone) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto table = TranslationTable::block(comm, 0);
  const std::vector<IndexArray> arrays{{"edges", table, 2, {}}};
  for (const Workload& work : workload(comm, {"empty", arrays})) {
    EXPECT_EQ(work.executed.total, 0);
    EXPECT_EQ(work.redundancy(), 1);
    EXPECT_EQ(work.imbalance(), 1);
  }
}

}  // namespace
}  // namespace partita
