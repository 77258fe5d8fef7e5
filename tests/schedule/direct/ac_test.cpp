#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/direct/fixed_phases.hpp>
#include <partita/schedule/verify.hpp>

#include "tests/schedule/complete_exchange.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

std::vector<int> partners(const std::vector<Transfer>& transfers) {
  std::vector<int> all;
  for (const Transfer& transfer : transfers) all.push_back(transfer.partner);
  return all;
}

// Rank 2 of 6 sends to all but rank 4, and to itself.
std::vector<int> receivers_of_rank_2(SendOrder order, std::uint64_t seed = 1) {
  return partners(ac(2, {{0, 7}, {1, 7}, {2, 7}, {3, 7}, {5, 7}}, {}, order, seed).sends);
}

TEST(AC, SendsEverythingOnceInOnePhaseInEveryOrder) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    const ScheduleOptions options{
        .algorithm = Algorithm::ac, .seed = seed, .order = send_orders[seed % send_orders.size()].value};
    const Schedule schedule = make_schedule(matrix, options);
    EXPECT_EQ(verify(schedule, matrix), std::nullopt) << "seed " << seed;
    EXPECT_EQ(schedule.phases(), matrix.degree() == 0 ? 0 : 1);
  }
}

TEST(AC, BeginsWithTheNextRankAndEndsWithItselfIfRotated) {
  EXPECT_EQ(receivers_of_rank_2(SendOrder::rotated), (std::vector<int>{3, 5, 0, 1, 2}));
  EXPECT_EQ(make_schedule(testing_support::complete_exchange(4), {Algorithm::ac}).options.order,
            SendOrder::rotated);
}

TEST(AC, BeginsWithTheLowestRankIfAscending) {
  EXPECT_EQ(receivers_of_rank_2(SendOrder::ascending), (std::vector<int>{0, 1, 2, 3, 5}));
}

TEST(AC, SendsInAnotherRandomOrderWithEverySeedAndOnEveryRank) {
  const auto by_seed_3 = receivers_of_rank_2(SendOrder::random, 3);
  EXPECT_EQ(by_seed_3, (std::vector<int>{0, 3, 2, 1, 5})) << "the same on every compiler and library";
  EXPECT_NE(by_seed_3, receivers_of_rank_2(SendOrder::random, 4));

  // Each of 32 ranks begins with some rank. In ascending order 31 would begin with rank 0.
  const Schedule schedule = make_schedule(testing_support::complete_exchange(32),
                                          {.algorithm = Algorithm::ac, .order = SendOrder::random});
  std::vector<int> first(32, 0);
  for (const PhaseTable& table : schedule.tables) ++first[static_cast<std::size_t>(table.sends[0].partner)];
  EXPECT_LE(*std::ranges::max_element(first), 6);
}

TEST(AC, ReceivesInAscendingOrder) {
  for (const auto& [order, name] : send_orders)
    EXPECT_EQ(partners(ac(1, {}, {{0, 1}, {2, 1}, {3, 1}}, order, 1).receives), (std::vector<int>{0, 2, 3}))
        << name;
}

}  // namespace
}  // namespace partita
