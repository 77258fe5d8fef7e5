// Schedules that send shared values once, made and verified by ranks that each know their own indices.
#include <gtest/gtest.h>

#include <partita/schedule/verify.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/shared_matrix.hpp"

namespace partita {
namespace {

class SendOnceTogether : public testing::TestWithParam<int> {
 protected:
  // Of all ranks, each message with random indices below 20.
  testing_support::SharedMatrix shared(std::uint64_t seed) const {
    const auto matrix =
        make_random_matrix({.ranks = comm_.size(), .density = comm_.size() - 1, .longest = 30}, seed);
    return testing_support::with_indices(matrix, 20, seed);
  }

  const Communicator comm_{MPI_COMM_WORLD};
  const ScheduleOptions options_{.algorithm = Algorithm::node_aware,
                                 .machine = {.ranks_per_host = GetParam()}};
};

INSTANTIATE_TEST_SUITE_P(RanksAHost, SendOnceTogether, testing::Values(1, 2, 3, 4));

TEST_P(SendOnceTogether, TablesAreThoseOfTheWholeMatrix) {
  const int me = comm_.rank();
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto c = shared(seed);
    const SourceVector sources = c.matrix.sources()[static_cast<std::size_t>(me)];
    const PhaseTables tables =
        make_phase_tables(comm_, c.matrix.destinations(me), sources, options_, c.matrix.indices(me));
    EXPECT_EQ(tables, make_phase_tables(c.matrix, me, options_)) << "seed " << seed;
  }
}

TEST_P(SendOnceTogether, VerifyNeedsTheIndices) {
  const int me = comm_.rank();
  const auto c = shared(1);
  const PhaseTables tables = make_phase_tables(c.matrix, me, options_);
  EXPECT_EQ(verify(comm_, c.matrix.destinations(me), options_, tables, c.matrix.indices(me)), std::nullopt);
  bool copies = false;
  for (const PhaseTable& table : make_schedule(c.matrix, options_).tables)
    copies = copies || !table.copies.empty();
  EXPECT_EQ(verify(comm_, c.matrix.destinations(me), options_, tables).has_value(), copies);
  if (GetParam() > 1 && comm_.size() > GetParam()) {
    EXPECT_TRUE(copies);
  }
}

TEST_P(SendOnceTogether, AnAlgorithmThatSendsAllUnitsDoesNotMindTheIndices) {
  const int me = comm_.rank();
  const auto c = shared(2);
  const SourceVector sources = c.matrix.sources()[static_cast<std::size_t>(me)];
  for (const Algorithm algorithm : {Algorithm::ac, Algorithm::colouring, Algorithm::two_stage}) {
    ScheduleOptions options = options_;
    options.algorithm = algorithm;
    EXPECT_EQ(make_phase_tables(comm_, c.matrix.destinations(me), sources, options, c.matrix.indices(me)),
              make_phase_tables(comm_, c.matrix.destinations(me), sources, options));
  }
}

}  // namespace
}  // namespace partita
