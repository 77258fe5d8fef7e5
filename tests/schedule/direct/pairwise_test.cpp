#include <gtest/gtest.h>

#include <partita/schedule/direct/fixed_phases.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>

#include "tests/schedule/complete_exchange.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

using namespace testing_support;

TEST(Pairwise, TakesOneStepLessThanThereAreNodesOfAHypercubeWithoutLinkContention) {
  for (int ranks = 2; ranks <= 128; ranks *= 2) {
    const auto matrix = complete_exchange(ranks);
    const Schedule schedule = make_schedule(matrix, {Algorithm::pairwise});
    EXPECT_EQ(schedule.phases(), ranks - 1);
    EXPECT_EQ(share_of_exchanges(schedule.tables), 1);
    EXPECT_EQ(verify(schedule, matrix, machine_named("hypercube", ranks)), std::nullopt);
  }
}

TEST(Pairwise, IsBokharisProcedureForAPowerOfTwo) {
  const Schedule schedule = make_schedule(complete_exchange(8), {Algorithm::pairwise});
  for (int from = 0; from < 8; ++from)
    for (int to = 0; to < 8; ++to) {
      if (from == to) continue;
      EXPECT_EQ(step_of(schedule, from, to), from ^ to);
    }
  EXPECT_NE(step_of(schedule, 0b001, 0b010), 5) << "the step in the chart of figure 8";
  EXPECT_NE(step_of(schedule, 0b110, 0b111), 3) << "the step in the chart of figure 8";
}

// Bokhari prints the chart for 8 nodes only.
TEST(Pairwise, FollowsTheRuleOfHisFigure8ForOtherEvenNumbersOfRanks) {
  const Schedule schedule = make_schedule(complete_exchange(6), {Algorithm::pairwise});
  const int chart[6][6] = {{0, 1, 2, 3, 4, 5}, {1, 0, 4, 2, 5, 3}, {2, 4, 0, 5, 3, 1},
                           {3, 2, 5, 0, 1, 4}, {4, 5, 3, 1, 0, 2}, {5, 3, 1, 4, 2, 0}};
  for (int from = 0; from < 6; ++from)
    for (int to = 0; to < 6; ++to) {
      if (from == to) continue;
      EXPECT_EQ(step_of(schedule, from, to), chart[from][to]) << from << " to " << to;
    }
}

TEST(Pairwise, IsAllExchangesInRanksMinusOneStepsOrAsManyAsRanksIfThatIsOdd) {
  for (int ranks = 2; ranks <= 100; ++ranks) {
    const auto matrix = complete_exchange(ranks);
    const Schedule schedule = make_schedule(matrix, {Algorithm::pairwise});
    EXPECT_EQ(schedule.phases(), ranks % 2 == 0 ? ranks - 1 : ranks);
    EXPECT_EQ(share_of_exchanges(schedule.tables), 1) << ranks;
    EXPECT_EQ(verify(schedule, matrix), std::nullopt) << ranks;
  }
  EXPECT_EQ(make_schedule(complete_exchange(1), {Algorithm::pairwise}).phases(), 0);
}

TEST(Pairwise, LetsOneRankIdleInEachStepIfTheirNumberIsOdd) {
  const Schedule schedule = make_schedule(complete_exchange(5), {Algorithm::pairwise});
  EXPECT_EQ(step_of(schedule, 1, 4), 5);
  EXPECT_EQ(step_of(schedule, 2, 3), 5) << "rank 0 idles in the last step";
  EXPECT_EQ(step_of(schedule, 0, 2), 1);
  EXPECT_EQ(step_of(schedule, 3, 4), 1) << "rank 1 idles in the first step";
}

TEST(Pairwise, AMessageToOneselfComesLast) {
  const PhaseTable table = pairwise(1, 6, {{0, 4}, {1, 5}, {2, 6}}, {});
  EXPECT_EQ(table.phases, 6);
  EXPECT_EQ(table.sends.back(), (Transfer{5, 1, direct(1, 1, 5)}));
}

}  // namespace
}  // namespace partita
