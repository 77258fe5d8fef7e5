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

using testing_support::complete_exchange;
using testing_support::step_of;

TEST(Pairwise, TakesOneStepLessThanThereAreNodesOfAHypercubeWithoutLinkContention) {
  for (int ranks = 2; ranks <= 128; ranks *= 2) {
    const auto matrix = complete_exchange(ranks);
    const Schedule schedule = make_schedule(matrix, {Algorithm::pairwise});
    EXPECT_EQ(schedule.phases(), ranks - 1);
    EXPECT_EQ(share_of_exchanges(schedule.tables), 1);
    EXPECT_EQ(verify(schedule, matrix, machine_named("hypercube", ranks)), std::nullopt);
  }
}

// The chart in figure 8 is of another decomposition (see pairwise.hpp); these rows are the same in both.
TEST(Pairwise, IsBokharisProcedure) {
  const Schedule schedule = make_schedule(complete_exchange(8), {Algorithm::pairwise});
  EXPECT_EQ(step_of(schedule, 0b000, 0b101), 5);
  EXPECT_EQ(step_of(schedule, 0b101, 0b000), 5);
  EXPECT_EQ(step_of(schedule, 0b011, 0b100), 7);
  EXPECT_EQ(step_of(schedule, 0b001, 0b011), 2);
  EXPECT_EQ(step_of(schedule, 0b010, 0b110), 4);
  EXPECT_EQ(step_of(schedule, 0b100, 0b101), 1);
}

TEST(Pairwise, StepsOnToTheNextPowerOfTwo) {
  EXPECT_EQ(make_schedule(complete_exchange(5), {Algorithm::pairwise}).phases(), 7);
  EXPECT_EQ(make_schedule(complete_exchange(8), {Algorithm::pairwise}).phases(), 7);
  EXPECT_EQ(make_schedule(complete_exchange(1), {Algorithm::pairwise}).phases(), 0);
}

}  // namespace
}  // namespace partita
