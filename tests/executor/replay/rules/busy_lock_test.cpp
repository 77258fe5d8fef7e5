#include <gtest/gtest.h>

#include <partita/executor/plan/plan.hpp>
#include <partita/executor/replay/rules/busy_lock.hpp>

namespace partita {

using namespace detail;

namespace {

constexpr MessageTime time_of_messages{.start_up = 10, .seconds_per_byte = 2};
constexpr LockOptions of_1993{.busy_measure = false, .early_go_ahead = false, .message = time_of_messages},
    measure{.busy_measure = true, .early_go_ahead = false, .message = time_of_messages},
    go_ahead{.busy_measure = false, .early_go_ahead = true, .message = time_of_messages},
    of_1995{.busy_measure = true, .early_go_ahead = true, .message = time_of_messages};

BusyLock taken(const LockOptions& terms, double bytes, double now) {
  BusyLock lock;
  lock.take(terms, bytes, now);
  return lock;
}

// Wang, Lin, Ranka 1993, section 4.
TEST(BusyLock, LetsOneMessageComeAndSaysNoMore) {
  EXPECT_TRUE(BusyLock{}.lets_another_come(of_1993, 100));
  const BusyLock lock = taken(of_1993, 30, 100);
  for (const double now : {100, 160, 169, 171, 1000}) {
    EXPECT_FALSE(lock.lets_another_come(of_1993, now)) << "only its sender knows when it has left";
    EXPECT_EQ(lock.busy_seconds(of_1993, now), 0);
  }
}

// Ranka, Shankar, Alsabti 1995, section 5.
TEST(BusyLock, SaysHowLongTheMessageStillTakesByItsBytes) {
  const BusyLock lock = taken(measure, 30, 100);  // until 100 + 10 + 60
  EXPECT_EQ(lock.busy_seconds(measure, 100), 70);
  EXPECT_EQ(lock.busy_seconds(measure, 150), 20);
  EXPECT_EQ(lock.busy_seconds(measure, 171), 0) << "it is overdue";
  EXPECT_EQ(lock.busy_seconds(measure, -1e9), 70) << "of a clock that is wrong";
  EXPECT_FALSE(lock.lets_another_come(measure, 169));
}

TEST(BusyLock, GoesAheadWhenWhatRemainsIsTheStartUpOfTheNext) {
  BusyLock lock = taken(go_ahead, 30, 100);
  EXPECT_FALSE(lock.lets_another_come(go_ahead, 159));
  EXPECT_TRUE(lock.lets_another_come(go_ahead, 160));
  EXPECT_EQ(lock.busy_seconds(go_ahead, 150), 0) << "without the measure";
  EXPECT_EQ(taken(of_1995, 30, 100).busy_seconds(of_1995, 150), 10) << "of which the start-up is no part";

  lock.take(go_ahead, 5, 160);
  EXPECT_EQ(lock.until, 170 + 10) << "after the first";
  EXPECT_FALSE(lock.lets_another_come(go_ahead, 1000)) << "two come";
  --lock.coming;
  EXPECT_FALSE(lock.lets_another_come(go_ahead, 169));
  EXPECT_TRUE(lock.lets_another_come(go_ahead, 170));
}

TEST(BusyLock, IsExpectedToBeAsItWasOnlyWhileItsMessageEnds) {
  const BusyLock lock = taken(go_ahead, 30, 100);
  EXPECT_EQ(lock.expected_at(150, go_ahead), BusyLock{}) << "an inquiry would be in vain, unless it is free";
  EXPECT_EQ(lock.expected_at(165, go_ahead), lock);
  EXPECT_EQ(lock.expected_at(171, go_ahead), BusyLock{}) << "the message has ended";
  EXPECT_EQ(lock.expected_at(165, of_1993), BusyLock{});
}

TEST(BusyLock, KnowsTheTimeOfMessagesFromTheMachine) {
  Machine machine{.costs = {.start_up = 5, .unawaited = 100, .signal = 7, .bandwidth = 4}};
  EXPECT_EQ(message_time(machine).start_up, 7 + 7 + 5 + 100) << "inquiry and answer are signals";
  EXPECT_EQ(message_time(machine).seconds_per_byte, 0.25);
  machine.costs.inquiry = 1;
  machine.costs.duplex = Costs::Duplex::half;
  EXPECT_EQ(message_time(machine).start_up, 1 + 1 + 5 + 100);
  EXPECT_EQ(message_time(machine).seconds_per_byte, 0.5) << "the receiver sends meanwhile";
}

}  // namespace
}  // namespace partita
