#include <gtest/gtest.h>

#include <partita/schedule/machine.hpp>
#include <partita/schedule/message.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>

#include "tests/schedule/complete_exchange.hpp"
#include "tests/schedule/machines.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

Schedule schedule_of(int ranks, int phases, const std::vector<Message>& all,
                     Algorithm algorithm = Algorithm::rs_n) {
  TableBuilder tables(ranks);
  for (const auto& [phase, from, to, pieces] : all) tables.add(phase, from, to, pieces);
  return {{algorithm}, std::move(tables).tables(phases)};
}

TEST(LongestSum, AddsTheLongestTransferOfEveryPhase) {
  const Schedule schedule =
      schedule_of(4, 3, {{0, 0, 1, direct(0, 1, 5)}, {0, 2, 3, direct(2, 3, 9)}, {2, 1, 0, direct(1, 0, 2)}});
  EXPECT_EQ(longest_sum(schedule.tables), 9 + 0 + 2);
}

TEST(LongestSum, ARankThatReceivesTwiceInAPhaseTakesBothTimes) {
  const CommunicationMatrix matrix({{{2, 4}}, {{2, 3}}, {}});
  EXPECT_EQ(longest_sum(make_schedule(matrix, {Algorithm::ac}).tables), 7);
}

TEST(LongestSumBound, IsWhatTheBusiestRankSendsOrReceives) {
  EXPECT_EQ(longest_sum_bound(CommunicationMatrix({{{1, 4}, {2, 3}}, {}, {}})), 7) << "sends";
  EXPECT_EQ(longest_sum_bound(CommunicationMatrix({{{2, 4}}, {{2, 3}}, {}})), 7) << "receives";
  EXPECT_EQ(longest_sum_bound(CommunicationMatrix({{}, {}})), 0);
  EXPECT_EQ(longest_sum_bound(CommunicationMatrix({{{0, 4}, {1, 1}}, {{0, 2}}})), 6)
      << "messages to oneself count";
}

TEST(LongestSumBound, HoldsForDirectSchedules) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    for (const Algorithm algorithm :
         {Algorithm::ac, Algorithm::naive, Algorithm::lp, Algorithm::rs_n, Algorithm::rs_nh})
      EXPECT_GE(longest_sum(make_schedule(matrix, {algorithm, seed}).tables), longest_sum_bound(matrix))
          << name_of(algorithm) << ", seed " << seed;
  }
}

TEST(LinkConflicts, CountsEveryUseOfALinkAfterTheFirstInAPhase) {
  const Machine machine = machine_named("mesh:4x1", 4);
  const Message first{0, 0, 3, direct(0, 3, 1)}, second{0, 1, 2, direct(1, 2, 1)},
      third{0, 2, 3, direct(2, 3, 1)};
  EXPECT_EQ(link_conflicts(schedule_of(4, 1, {first}).tables, machine), 0);
  EXPECT_EQ(link_conflicts(schedule_of(4, 1, {first, second, third}).tables, machine), 2);
  EXPECT_EQ(link_conflicts(schedule_of(4, 2, {first, {1, 1, 2, direct(1, 2, 1)}}).tables, machine), 0);
  EXPECT_EQ(link_conflicts(schedule_of(4, 1, {first, {0, 3, 0, direct(3, 0, 1)}}).tables, machine), 0)
      << "the other direction is another link";
  EXPECT_EQ(link_conflicts(schedule_of(4, 1, {first, second, third}).tables, Machine{}), 0);
}

TEST(LinkConflicts, AreNoneWhereVerifyFindsNone) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    const Schedule schedule = make_schedule(matrix, {Algorithm::rs_n, seed});
    for (const Machine& machine : testing_support::machines_for(matrix.ranks()))
      EXPECT_EQ(link_conflicts(schedule.tables, machine) == 0,
                verify(schedule, matrix, machine) == std::nullopt)
          << machine.name() << ", seed " << seed;
  }
}

TEST(ShareOfExchanges, CountsMessagesThatPassEachOther) {
  const Message there{0, 0, 1, direct(0, 1, 1)}, back{0, 1, 0, direct(1, 0, 2)},
      late{1, 1, 0, direct(1, 0, 2)}, other{0, 2, 3, direct(2, 3, 1)}, self{0, 2, 2, direct(2, 2, 1)};
  EXPECT_EQ(share_of_exchanges(schedule_of(4, 2, {there, back}).tables), 1);
  EXPECT_EQ(share_of_exchanges(schedule_of(4, 2, {there, late}).tables), 0);
  EXPECT_DOUBLE_EQ(share_of_exchanges(schedule_of(4, 2, {there, back, other}).tables), 2.0 / 3);
  EXPECT_EQ(share_of_exchanges(schedule_of(4, 2, {self}).tables), 0) << "no rank passes itself";
  EXPECT_EQ(share_of_exchanges(schedule_of(4, 0, {}).tables), 0);
}

TEST(ShareOfExchanges, IsAllInPairwiseAndNextToNothingInLinear) {
  const auto matrix = testing_support::complete_exchange(8);
  EXPECT_EQ(share_of_exchanges(make_schedule(matrix, {Algorithm::pairwise}).tables), 1);
  EXPECT_DOUBLE_EQ(share_of_exchanges(make_schedule(matrix, {Algorithm::linear}).tables), 1.0 / 7)
      << "step n/2 alone";
}

}  // namespace
}  // namespace partita
