#include <bit>

#include <gtest/gtest.h>

#include <partita/schedule/direct/fixed_phases.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/complete_exchange.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

using namespace testing_support;

bool has_self_message(const CommunicationMatrix& matrix) {
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    for (const MatrixEntry& message : matrix.destinations(rank))
      if (message.rank == rank) return true;
  return false;
}

TEST(LP, StepsToTheNextPowerOfTwoHoweverFewMessagesThereAre) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto matrix = random_matrix(seed);
    const auto room = static_cast<int>(std::bit_ceil(static_cast<unsigned>(matrix.ranks())));
    EXPECT_EQ(make_schedule(matrix, {Algorithm::lp}).phases(), room - (has_self_message(matrix) ? 0 : 1));
  }
  EXPECT_EQ(make_schedule(make_random_matrix({.ranks = 32, .density = 4}, 1), {Algorithm::lp}).phases(), 31)
      << "the 1993 DRS_N paper's Table 4";
}

TEST(LP, PairsEveryRankWithItsExclusiveOrInEachStep) {
  const Schedule schedule = make_schedule(complete_exchange(6), {Algorithm::lp});
  EXPECT_EQ(step_of(schedule, 0, 5), 5);
  EXPECT_EQ(step_of(schedule, 1, 2), 3);
  EXPECT_EQ(step_of(schedule, 2, 1), 3);
  EXPECT_EQ(step_of(schedule, 3, 4), 7);
}

// "The entire communication uses pairwise exchanges", and "paths ... do not have any link contention".
TEST(LP, IsAllExchangesWithoutLinkContentionOnAHypercubeForAnyNumberOfRanks) {
  for (int ranks = 2; ranks <= 100; ++ranks) {
    const auto matrix = complete_exchange(ranks);
    const Schedule schedule = make_schedule(matrix, {Algorithm::lp});
    EXPECT_EQ(share_of_exchanges(schedule.tables), 1) << ranks;
    EXPECT_EQ(verify(schedule, matrix, machine_named("hypercube", ranks)), std::nullopt);
  }
}

TEST(LP, AMessageToOneselfComesLast) {
  const PhaseTable table = lp(1, 3, {{0, 4}, {1, 5}, {2, 6}}, {});
  EXPECT_EQ(table.phases, 4);
  EXPECT_EQ(table.sends.back(), (Transfer{3, 1, direct(1, 1, 5)}));
}

}  // namespace
}  // namespace partita
