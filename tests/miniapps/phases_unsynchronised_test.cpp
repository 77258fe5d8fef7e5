#include <gtest/gtest.h>

#include <partita/schedule/machine.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>

#include "miniapps/phases/out_of_step.hpp"
#include "tests/schedule/complete_exchange.hpp"
#include "tests/schedule/machines.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

using namespace testing_support;

Schedule naive_granted(int ranks) {
  return unsynchronised(make_schedule(complete_exchange(ranks), {Algorithm::naive}),
                        machine_named("hypercube", ranks));
}

TEST(Unsynchronised, TheNaiveCompleteExchangeTakesHalfAsLongAgain) {
  EXPECT_EQ(naive_granted(8).phases(), 10);
  for (int ranks = 2; ranks <= 128; ranks *= 2) EXPECT_EQ(naive_granted(ranks).phases(), 3 * ranks / 2 - 2);
}

TEST(Unsynchronised, IsBokharisFigure6) {
  const Schedule schedule = naive_granted(8);
  EXPECT_EQ(step_of(schedule, 0b000, 0b001), 1);
  EXPECT_EQ(step_of(schedule, 0b000, 0b111), 7);
  EXPECT_EQ(step_of(schedule, 0b001, 0b111), 8);
  EXPECT_EQ(step_of(schedule, 0b010, 0b001), 2);
  EXPECT_EQ(step_of(schedule, 0b010, 0b110), 8);
  EXPECT_EQ(step_of(schedule, 0b011, 0b000), 2);
  EXPECT_EQ(step_of(schedule, 0b011, 0b111), 10);
  EXPECT_EQ(step_of(schedule, 0b100, 0b000), 1);
  EXPECT_EQ(step_of(schedule, 0b101, 0b011), 5);
  EXPECT_EQ(step_of(schedule, 0b110, 0b000), 3);
  EXPECT_EQ(step_of(schedule, 0b110, 0b101), 8);
  EXPECT_EQ(step_of(schedule, 0b111, 0b000), 4);
  EXPECT_EQ(step_of(schedule, 0b111, 0b110), 10);
}

TEST(Unsynchronised, SendsEverythingOnceWithoutLinkContention) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto matrix = random_matrix(seed);
    const Schedule schedule = make_schedule(matrix, {Algorithm::naive});
    for (const Machine& machine : machines_for(matrix.ranks()))
      EXPECT_EQ(verify(unsynchronised(schedule, machine), matrix, machine), std::nullopt)
          << machine.name() << ", seed " << seed;
  }
}

TEST(Unsynchronised, ChangesNothingWhereNobodyMeetsAndNobodyIsIdle) {
  for (const Algorithm algorithm : {Algorithm::linear, Algorithm::pairwise})
    for (int ranks = 2; ranks <= 64; ranks *= 2) {
      const Schedule schedule = make_schedule(complete_exchange(ranks), {algorithm});
      EXPECT_EQ(unsynchronised(schedule, machine_named("hypercube", ranks)).tables, schedule.tables);
    }
}

TEST(Unsynchronised, NobodyWaitsForAnIdlePhase) {
  const CommunicationMatrix matrix({{{2, 1}}, {}, {}});
  const Schedule schedule = make_schedule(matrix, {Algorithm::linear});
  EXPECT_EQ(step_of(schedule, 0, 2), 2);
  EXPECT_EQ(step_of(unsynchronised(schedule, Machine{}), 0, 2), 1);
}

TEST(Unsynchronised, IsRefusedOnAMachineWithTooFewNodes) {
  EXPECT_THROW(
      unsynchronised(make_schedule(complete_exchange(64), {Algorithm::lp}), machine_named("hypercube:3", 0)),
      Error);
}

}  // namespace
}  // namespace partita
