// Which rank a wait is due to: the one that was late, or the one for which that rank waited.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/support/recorder.hpp>

#include "clock.hpp"

extern "C" double MPI_Wtime() { return partita::test::seconds; }

namespace partita::detail {
namespace {

using testing::ElementsAre;
using testing::Pair;

class Recording : public testing::Test {
 protected:
  // A message of `sender` for which this rank waits `late` seconds in vain. @param waited by the sender so
  // far
  void wait_for(int sender, double late, double waited, int waited_for, int reductions = 0) {
    const Stamp stamp{.begun = 1,
                      .sent = 2,
                      .ahead = 0,
                      .waited = waited,
                      .reductions = reductions,
                      .waited_for = waited_for,
                      .sender = sender,
                      .seal = 0};
    if (late > 0) recorder.was_late(exchange, ++call, stamp, at, at + late);
    recorder.met(stamp, late);
    recorder.waited(at, at + late);
    at += late;
  }

  Recorder recorder{MPI_COMM_SELF};
  std::size_t exchange = recorder.find("exchange", "halo");
  std::uint64_t call = 0;
  double at = 10;
};

TEST_F(Recording, ARankThatHasNotWaitedIsLateByItself) {
  wait_for(3, 5, 0, 0);
  EXPECT_THAT(recorder.due_to(), ElementsAre(Pair(3, 5)));
}

TEST_F(Recording, ARankThatHasWaitedPassesItOn) {
  wait_for(3, 5, 4, 7);
  EXPECT_THAT(recorder.due_to(), ElementsAre(Pair(3, 1), Pair(7, 4)));
}

TEST_F(Recording, WhatBothHaveWaitedSinceTheyMetMakesNoRankLate) {
  wait_for(3, 0, 0, 0);
  wait_for(2, 5, 0, 0);  // this rank has waited 5
  wait_for(3, 2, 5, 7);  // so has the partner: it is late by itself
  EXPECT_THAT(recorder.due_to(), ElementsAre(Pair(2, 5), Pair(3, 2)));
}

TEST_F(Recording, AReductionMakesAllRanksEven) {
  wait_for(3, 5, 0, 0);
  recorder.reduced(recorder.find("reduction", "norm"), at,
                   {.begun = at,
                    .sent = at,
                    .ahead = 0,
                    .waited = 0,
                    .reductions = 0,
                    .waited_for = 0,
                    .sender = 0,
                    .seal = 0});
  wait_for(3, 2, 1, 7, /*reductions=*/1);
  EXPECT_THAT(recorder.due_to(), ElementsAre(Pair(3, 6), Pair(7, 1)));
}

TEST_F(Recording, WaitsForMessagesAreDueToThem) {
  recorder.waited(0, 3);  // no rank was late
  EXPECT_EQ(recorder.stamp(4, 5).waited_for, messages_to(recorder.rank()));
}

TEST_F(Recording, AStampTellsOfALongWaitThoughShortOnesFollow) {
  wait_for(3, 8, 0, 0);
  wait_for(2, 1, 0, 0);
  EXPECT_EQ(recorder.stamp(4, 5).waited_for, 3);
  for (int k = 0; k < 4; ++k) wait_for(2, 1, 0, 0);
  EXPECT_EQ(recorder.stamp(4, 5).waited_for, 2);
}

TEST_F(Recording, KeepsTheLongestWaits) {
  for (int k = 1; k <= 100; ++k) wait_for(3, k, 0, 0);
  std::vector<double> seconds;
  for (const LateWait& wait : recorder.longest_late()) seconds.push_back(wait.seconds);
  EXPECT_THAT(seconds, testing::Each(testing::Gt(84)));
  EXPECT_THAT(seconds, testing::Contains(100));
}

TEST_F(Recording, TheSecondsOfAnActivityAreWithoutThoseWithinIt) {
  const std::size_t loop = recorder.find("loop", "flux");
  recorder.enter(loop, 1);
  recorder.enter(exchange, 2);
  recorder.leave(exchange, 5);
  recorder.leave(loop, 10);
  EXPECT_EQ(recorder.activity(loop).seconds, 6);
  EXPECT_EQ(recorder.activity(exchange).seconds, 3);
}

TEST_F(Recording, WhatAnExceptionHasLeftEndsWithWhatIsAroundIt) {
  const std::size_t loop = recorder.find("loop", "flux");
  recorder.enter(loop, 1);
  recorder.enter(exchange, 2);
  recorder.leave(loop, 10);
  EXPECT_EQ(recorder.activity(loop).seconds, 1);
  EXPECT_EQ(recorder.activity(exchange).seconds, 8);
}

}  // namespace
}  // namespace partita::detail
