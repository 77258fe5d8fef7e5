#include <gtest/gtest.h>

#include <partita/schedule/direct/fixed_phases.hpp>
#include <partita/schedule/verify.hpp>

#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

TEST(Naive, EverybodySendsToRankIInStepI) {
  const auto matrix = testing_support::random_matrix(1);
  const Schedule schedule = make_schedule(matrix, {Algorithm::naive});
  EXPECT_EQ(schedule.phases(), matrix.ranks());
  for (const PhaseTable& table : schedule.tables)
    for (const Transfer& send : table.sends) EXPECT_EQ(send.phase, send.partner);
}

TEST(Naive, StepsThroughAllPhasesWithoutMessagesToo) {
  EXPECT_EQ(naive(2, 5, {}, {}), (PhaseTable{5, {}, {}}));
}

}  // namespace
}  // namespace partita
