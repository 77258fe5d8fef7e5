#include <gtest/gtest.h>

#include <partita/schedule/direct/fixed_phases.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/verify.hpp>

#include "tests/schedule/complete_exchange.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

using namespace testing_support;

TEST(Stable, TakesAsManyStepsAsThereAreNodesOfAHypercubeWithoutLinkContention) {
  for (int ranks = 2; ranks <= 128; ranks *= 2) {
    const auto matrix = complete_exchange(ranks);
    const Schedule schedule = make_schedule(matrix, {Algorithm::stable});
    EXPECT_EQ(schedule.phases(), ranks);
    EXPECT_EQ(verify(schedule, matrix, machine_named("hypercube", ranks)), std::nullopt);
  }
}

TEST(Stable, IsBokharisFigure9) {
  const Schedule schedule = make_schedule(complete_exchange(8), {Algorithm::stable});
  EXPECT_EQ(step_of(schedule, 0b000, 0b001), 1);
  EXPECT_EQ(step_of(schedule, 0b001, 0b000), 6);
  EXPECT_EQ(step_of(schedule, 0b010, 0b111), 3);
  EXPECT_EQ(step_of(schedule, 0b011, 0b110), 8);
  EXPECT_EQ(step_of(schedule, 0b100, 0b101), 6);
  EXPECT_EQ(step_of(schedule, 0b101, 0b010), 1);
  EXPECT_EQ(step_of(schedule, 0b111, 0b110), 1);
}

TEST(Stable, EveryRankIsIdleInOneStep) {
  for (const PhaseTable& table : make_schedule(complete_exchange(16), {Algorithm::stable}).tables)
    EXPECT_EQ(table.sends.size(), 15u) << "in 16 steps";
}

}  // namespace
}  // namespace partita
