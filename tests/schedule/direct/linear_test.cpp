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

TEST(Linear, TakesOneStepLessThanThereAreNodesOfAHypercubeWithoutLinkContention) {
  for (int ranks = 2; ranks <= 128; ranks *= 2) {
    const auto matrix = complete_exchange(ranks);
    const Schedule schedule = make_schedule(matrix, {Algorithm::linear});
    EXPECT_EQ(schedule.phases(), ranks - 1);
    EXPECT_EQ(verify(schedule, matrix, machine_named("hypercube", ranks)), std::nullopt);
  }
}

TEST(Linear, IsBokharisFigure7) {
  const Schedule schedule = make_schedule(complete_exchange(8), {Algorithm::linear});
  EXPECT_EQ(step_of(schedule, 0b000, 0b001), 1);
  EXPECT_EQ(step_of(schedule, 0b100, 0b000), 4);
  EXPECT_EQ(step_of(schedule, 0b010, 0b111), 5);
  EXPECT_EQ(step_of(schedule, 0b110, 0b101), 7);
  EXPECT_EQ(step_of(schedule, 0b111, 0b000), 1);
}

TEST(Linear, AMessageToOneselfComesLast) {
  const PhaseTable table = linear(1, 3, {{0, 4}, {1, 5}, {2, 6}}, {});
  EXPECT_EQ(table.phases, 3);
  EXPECT_EQ(table.sends.back(), (Transfer{2, 1, direct(1, 1, 5)}));
}

}  // namespace
}  // namespace partita
