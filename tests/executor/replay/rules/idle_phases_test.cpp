#include <gtest/gtest.h>

#include <partita/executor/replay/rules/idle_phases.hpp>

namespace partita {

using namespace detail;

namespace {

// A replay whose messages of these phases take so long, on a clock that stands still while no rank waits.
class Clock {
 public:
  // The time for which it was waited before the message of this phase; looks again and again.
  double idles_before(IdlePhases& idle, int phase) {
    const double before = now_;
    while (!idle.are_over(phase, now_)) now_ += 0.25;
    return now_ - before;
  }

  void send(IdlePhases& idle, int phase, double seconds) {
    idle.sent(phase, now_, now_ + seconds);
    now_ += seconds;
  }

 private:
  double now_ = 100;
};

TEST(IdlePhases, LastAsLongAsTheMessagesOfTheReplayBefore) {
  IdlePhases idle;
  Clock clock;
  for (int replay = 0; replay < 3; ++replay) {
    idle.begin();
    EXPECT_EQ(clock.idles_before(idle, 0), 0);
    clock.send(idle, 0, 1);
    EXPECT_EQ(clock.idles_before(idle, 1), 0) << "no phase is between";
    clock.send(idle, 1, 3);
    EXPECT_EQ(clock.idles_before(idle, 3), replay == 0 ? 0 : 2) << "one phase; nothing is known at first";
    clock.send(idle, 3, 2);
    EXPECT_EQ(clock.idles_before(idle, 4), 0);
  }
}

TEST(IdlePhases, ComeAlsoBeforeTheFirstMessage) {
  IdlePhases idle;
  Clock clock;
  for (int replay = 0; replay < 2; ++replay) {
    idle.begin();
    EXPECT_EQ(clock.idles_before(idle, 1), replay == 0 ? 0 : 2);
    clock.send(idle, 1, 2);
    EXPECT_EQ(clock.idles_before(idle, 2), 0);
    clock.send(idle, 2, 2);
  }
}

TEST(IdlePhases, LastTwiceAsLongAtMostAsTheReplayBefore) {
  IdlePhases idle;
  Clock clock;
  const double took[] = {1, 100, 100, 1, 1};
  const double idles[] = {0, 1, 2, 4, 1};
  for (int replay = 0; replay < 5; ++replay) {
    idle.begin();
    clock.send(idle, 0, took[replay]);
    EXPECT_EQ(clock.idles_before(idle, 2), idles[replay]) << replay;
    clock.send(idle, 2, took[replay]);
  }
}

TEST(IdlePhases, LastTogetherNoLongerThanTheMessagesDid) {
  IdlePhases idle;
  Clock clock;
  idle.begin();
  clock.send(idle, 0, 2);
  clock.send(idle, 100, 2);
  idle.begin();
  EXPECT_EQ(clock.idles_before(idle, 1), 2);
  clock.send(idle, 1, 2);
  EXPECT_EQ(clock.idles_before(idle, 100), 2) << "4 in all";
  clock.send(idle, 100, 2);
  EXPECT_EQ(clock.idles_before(idle, 200), 0);
}

TEST(IdlePhases, DoNotLastWhereNothingWasSent) {
  IdlePhases idle;
  Clock clock;
  for (int replay = 0; replay < 3; ++replay) {
    idle.begin();
    EXPECT_EQ(clock.idles_before(idle, 7), 0);
  }
}

}  // namespace
}  // namespace partita
