#include <algorithm>

#include <gtest/gtest.h>

#include <partita/schedule/machine.hpp>
#include <partita/schedule/message.hpp>
#include <partita/schedule/quality.hpp>

#include "miniapps/phases/out_of_step.hpp"
#include "tests/schedule/complete_exchange.hpp"
#include "tests/schedule/machines.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

using testing_support::complete_exchange;

int tolerated_on_hypercube(Algorithm algorithm, int ranks) {
  return tolerated_skew(make_schedule(complete_exchange(ranks), {algorithm}),
                        machine_named("hypercube", ranks));
}

TEST(Skew, TheStableCompleteExchangeToleratesAStep) {
  for (int ranks = 4; ranks <= 128; ranks *= 2)
    EXPECT_EQ(tolerated_on_hypercube(Algorithm::stable, ranks), 1);
}

TEST(Skew, TheLinearAndThePairwiseOnesTolerateNone) {
  for (int ranks = 4; ranks <= 128; ranks *= 2) {
    EXPECT_EQ(tolerated_on_hypercube(Algorithm::linear, ranks), 0);
    EXPECT_EQ(tolerated_on_hypercube(Algorithm::pairwise, ranks), 0);
  }
}

TEST(Skew, SchedulesWithLinkContentionTolerateLessThanNone) {
  EXPECT_EQ(tolerated_on_hypercube(Algorithm::naive, 8), -1);
}

TEST(Skew, IsRefusedOnAMachineWithTooFewNodes) {
  EXPECT_THROW(
      tolerated_skew(make_schedule(complete_exchange(64), {Algorithm::lp}), machine_named("hypercube:3", 0)),
      Error);
}

TEST(Skew, SchedulesWithoutSharedLinksTolerateAny) {
  const Schedule schedule = make_schedule(complete_exchange(6), {Algorithm::linear});
  EXPECT_EQ(tolerated_skew(schedule, Machine{}), schedule.phases());
}

// What actually happens when every rank is late by some steps of its own.
Schedule delayed(const Schedule& schedule, const std::vector<int>& late) {
  TableBuilder tables(static_cast<int>(late.size()));
  for (const Message& message : messages(schedule.tables))
    tables.add(message.phase + late[static_cast<std::size_t>(message.from)], message.from, message.to,
               message.pieces);
  return {schedule.options,
          std::move(tables).tables(schedule.phases() + *std::max_element(late.begin(), late.end()))};
}

TEST(Skew, TheStableCompleteExchangeSurvivesAnyRanksAStepLateOrEarlyButNotBoth) {
  Random random(1);
  for (int ranks = 4; ranks <= 128; ranks *= 2) {
    const Machine machine = machine_named("hypercube", ranks);
    const Schedule schedule = make_schedule(complete_exchange(ranks), {Algorithm::stable});
    bool both_meet = false;
    for (int trial = 0; trial < (ranks <= 32 ? 30 : 3); ++trial) {
      std::vector<int> late, late_or_early;
      for (int rank = 0; rank < ranks; ++rank) {
        late.push_back(static_cast<int>(random.below(2)));
        late_or_early.push_back(static_cast<int>(random.below(3)));  // against 1, on time
      }
      EXPECT_EQ(link_conflicts(delayed(schedule, late).tables, machine), 0);
      both_meet = both_meet || link_conflicts(delayed(schedule, late_or_early).tables, machine) > 0;
    }
    EXPECT_TRUE(both_meet) << ranks << " ranks";
  }
}

TEST(Skew, IsTheLargestThatDoesNoHarm) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    for (const Machine& machine : testing_support::machines_for(matrix.ranks())) {
      const Schedule schedule = make_schedule(matrix, {Algorithm::linear});
      const int tolerated = tolerated_skew(schedule, machine);
      ASSERT_EQ(tolerated<0, link_conflicts(schedule.tables, machine)> 0);
      if (tolerated < 0) continue;
      Random random(seed);
      std::vector<int> late;
      for (int rank = 0; rank < matrix.ranks(); ++rank)
        late.push_back(static_cast<int>(random.below(static_cast<std::uint32_t>(tolerated + 1))));
      EXPECT_EQ(link_conflicts(delayed(schedule, late).tables, machine), 0)
          << machine.name() << ", seed " << seed;
    }
  }
}

}  // namespace
}  // namespace partita
