// The rules of a race, with times from a table.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/executor/replay/race.hpp>

namespace partita {
using namespace detail;
namespace {

using testing::Each;
using testing::ElementsAre;

// The replays of one rank that agrees with itself.
class Replays {
 public:
  using Seconds = std::function<double(std::size_t way)>;

  Replays(std::size_t ways, Seconds seconds) : race(ways), seconds_(std::move(seconds)) {}
  explicit Replays(std::vector<double> seconds)
      : Replays(seconds.size(), [seconds](std::size_t way) { return seconds[way]; }) {}

  // @return the ways that were replayed
  std::vector<std::size_t> replay(std::size_t times, std::size_t bytes_per_unit = 8) {
    std::vector<std::size_t> ways;
    for (std::size_t k = 0; k < times; ++k) {
      if (race.awaits_agreement()) race.agree(race.times());
      ways.push_back(race.next());
      const double seconds = seconds_(ways.back());
      if (race.is_timed()) race.took(seconds, bytes_per_unit);
    }
    return ways;
  }

  // Replays until the race under way, or the next one, is decided.
  // @return the best way
  std::size_t decide() {
    rest();
    while (race.is_racing()) replay(1);
    return race.best();
  }

  // @return replays until a race begins
  std::size_t rest() {
    std::size_t replays = 0;
    for (; !race.is_racing(); ++replays) replay(1);
    return replays;
  }

  Race race;

 private:
  Seconds seconds_;
};

constexpr std::size_t of_eight_rests = 64 + 128 + 256 + 512 + 4 * 1024;

TEST(Race, StaysWithTheFirstWayIfItIsAmongTheFastest) {
  for (const auto& seconds : {std::vector{1.0, 1.2, 1.1, 1.25}, std::vector{1.0, 1.0, 1.0}}) {
    Replays run(seconds);
    EXPECT_EQ(run.decide(), 0U);
    EXPECT_THAT(run.replay(1000), Each(0U));
  }
}

TEST(Race, FindsTheFastestOfFourWaysWithin60Replays) {
  for (std::size_t fastest = 0; fastest < 4; ++fastest) {
    std::vector<double> seconds(4, 1.2);
    seconds[fastest] = 1;
    Replays run(seconds);
    run.replay(60);
    EXPECT_THAT(run.replay(64), Each(fastest));
    EXPECT_EQ(run.race.best(), fastest);
    EXPECT_EQ(run.race.decided_after(), 60U);
    EXPECT_DOUBLE_EQ(run.race.seconds(fastest), 1);
  }
}

TEST(Race, WaysDropOutThatTake3TimesTheBestInTheFirstHeatAnd1Point3TimesLater) {
  Replays run({1, 3.1, 1.29, 1.31, 2.9});
  EXPECT_THAT(run.replay(15), ElementsAre(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4));
  EXPECT_THAT(run.replay(12), ElementsAre(0, 0, 0, 2, 2, 2, 3, 3, 3, 4, 4, 4));
  EXPECT_THAT(run.replay(9), ElementsAre(0, 0, 0, 2, 2, 2, 0, 0, 0));
  EXPECT_EQ(run.decide(), 0U);
  EXPECT_DOUBLE_EQ(run.race.seconds(1), 3.1) << "as it was";
}

TEST(Race, IsDecidedWhenOneWayIsLeft) {
  for (const auto& [seconds, replays] : {std::pair(4.0, 6U), {2.0, 12U}}) {
    Replays run({1, seconds});
    EXPECT_EQ(run.decide(), 0U);
    EXPECT_EQ(run.race.decided_after(), replays);
  }
}

TEST(Race, TheFirstReplayAfterAnotherWayDoesNotCount) {
  std::size_t before = 1;
  Replays run(2, [&](std::size_t way) {
    const bool follows_another = std::exchange(before, way) != way;
    return way == 1 ? 1.1 : follows_another ? 10.0 : 1.0;
  });
  EXPECT_EQ(run.decide(), 0U);
  EXPECT_DOUBLE_EQ(run.race.seconds(0), 1);
}

// In units of milliseconds: a timer of TCP.
TEST(Race, OneSlowReplayLosesNoRaceExceptInTheFirstHeat) {
  for (int slow = 0; slow < 15; ++slow) {
    int replayed = 0;
    Replays run(2, [&](std::size_t way) { return way == 1 ? 1.1 : replayed++ == slow ? 200.0 : 1.0; });
    const bool drops_out = slow == 1 || slow == 2;  // there is no heat to compare it with
    EXPECT_EQ(run.decide(), drops_out ? 1U : 0U) << slow;
    EXPECT_EQ(run.decide(), 0U) << "the next race finds it again";
  }
}

TEST(Race, OneFastReplayWinsNoRace) {
  for (int fast = 0; fast < 15; ++fast) {
    int replayed = 0;
    Replays run(2, [&](std::size_t way) { return way == 0 ? 1.0 : replayed++ == fast ? 0.5 : 1.2; });
    EXPECT_EQ(run.decide(), 0U) << fast;
  }
}

// Of 0.1 ms replays, one that waits 200 ms is 30 times the rest of the first rest.
TEST(Race, OneSlowReplayInARestChangesNothing) {
  std::size_t rested = 0;
  Replays* here = nullptr;
  Replays run(2, [&](std::size_t way) {
    const bool loses = way == 0 && !here->race.is_racing() && ++rested == 10;
    return way == 1 ? 1.2 : loses ? 2000.0 : 1.0;
  });
  here = &run;
  run.decide();
  EXPECT_EQ(run.rest(), of_eight_rests);
  EXPECT_EQ(run.decide(), 0U);
}

TEST(Race, WhatIsLostInRestsCountsAgainstAWayInTheNextRace) {
  std::size_t rested = 0;
  Replays* here = nullptr;
  Replays run(2, [&](std::size_t way) {
    const bool loses = way == 0 && !here->race.is_racing() && ++rested % 16 == 0;
    return way == 1 ? 1.1 : loses ? 1.0 + 4 : 1.0;
  });
  here = &run;
  EXPECT_EQ(run.decide(), 0U);
  EXPECT_EQ(run.decide(), 1U) << "it takes 1.25 in the mean";
  int races = 1;
  while (races < 6 && run.decide() == 1) ++races;
  EXPECT_LT(races, 6) << "half as much in each race: it is tried again";
  EXPECT_EQ(run.race.decided_after(), 30U) << "the first race";
}

TEST(Race, ARestFasterThanItsRaceIsNoAdvantageInTheNext) {
  double of_the_other = 1.1;
  Replays* here = nullptr;
  Replays run(2, [&](std::size_t way) {
    return way == 1 ? of_the_other : here->race.is_racing() ? 1.0 : 0.8;
  });
  here = &run;
  EXPECT_EQ(run.decide(), 0U);
  of_the_other = 0.95;
  EXPECT_EQ(run.decide(), 1U);
}

TEST(Race, WhatABestWayLosesIsExpectedInItsNextRests) {
  std::size_t rested = 0;
  Replays* here = nullptr;
  Replays run(2, [&](std::size_t way) {
    const bool loses = way == 0 && !here->race.is_racing() && ++rested % 16 == 0;
    return way == 1 ? 2.0 : loses ? 1.0 + 16 * 0.4 : 1.0;
  });
  here = &run;
  EXPECT_EQ(run.decide(), 0U);
  EXPECT_EQ(run.rest(), 64U + 128) << "1.4 in the mean, twice in a row, where 1 was expected";
  EXPECT_EQ(run.decide(), 0U);
  EXPECT_GT(run.rest(), 1024U);
}

TEST(Race, IsRunAgainAfterEveryEighthRest) {
  Replays run({1, 1.2});
  run.decide();
  EXPECT_EQ(run.rest(), of_eight_rests);
  run.decide();
  EXPECT_EQ(run.rest(), 8 * 1024U) << "rests do not become short again";
}

TEST(Race, IsRunAgainIfTimesHaveDrifted) {
  const auto rested_if_seconds_become = [](double drifted) {
    std::vector<double> seconds{1, 1.2};
    Replays run(2, [&](std::size_t way) { return seconds[way]; });
    run.decide();
    run.replay(63);  // all of the first rest
    seconds[0] = drifted;
    const std::size_t rested = run.rest();
    EXPECT_EQ(run.decide(), drifted > 1.2 ? 1U : 0U);
    return rested;
  };
  EXPECT_EQ(rested_if_seconds_become(1.25), of_eight_rests - 63);
  EXPECT_EQ(rested_if_seconds_become(1.35), 1 + 128U + 256) << "two rests in a row";
  EXPECT_EQ(rested_if_seconds_become(0.8), of_eight_rests - 63);
  EXPECT_EQ(rested_if_seconds_become(0.75), 1 + 128U);
}

TEST(Race, IsOverIfBytesDifferWithinAHeatAndTheBestSoFarStays) {
  Replays at_once({2, 1});
  at_once.replay(4, 8);
  at_once.replay(2, 16);
  EXPECT_THAT(at_once.replay(100), Each(0U)) << "times of no heat are known";
  EXPECT_TRUE(at_once.race.is_over());
  EXPECT_FALSE(at_once.race.is_timed());

  Replays resting({1.2, 1});
  EXPECT_EQ(resting.decide(), 1U);
  resting.replay(1, 16);
  EXPECT_THAT(resting.replay(of_eight_rests), Each(1U));
  EXPECT_TRUE(resting.race.is_over());
  EXPECT_FALSE(resting.race.is_timed());
}

TEST(Race, BytesMayDifferFromHeatToHeat) {
  Replays run({1.2, 1});
  for (std::size_t heat = 1; heat <= 5; ++heat) run.replay(6, heat);
  EXPECT_EQ(run.decide(), 1U);
  EXPECT_FALSE(run.race.is_over());
}

TEST(Race, ReplaysTheBestUntimedUntilTheRanksAgree) {
  Race race(2);
  const auto replay = [&](std::size_t times) {
    for (std::size_t k = 0; k < times; ++k) {
      const std::size_t way = race.next();
      if (race.is_timed()) race.took(way == 0 ? 1.2 : 1, 8);
    }
  };
  const auto agree_late = [&](std::size_t best) {
    for (int k = 0; k < 4; ++k) {
      EXPECT_TRUE(race.awaits_agreement());
      EXPECT_EQ(race.next(), best);
      EXPECT_FALSE(race.is_timed());
    }
    race.agree(race.times());
    EXPECT_FALSE(race.awaits_agreement());
  };
  for (const std::size_t best : {0U, 1U, 1U, 1U, 1U}) {
    EXPECT_TRUE(race.is_racing());
    replay(6);
    agree_late(best);
  }
  EXPECT_FALSE(race.is_racing());
  replay(64);
  agree_late(1);
}

// Replays of two ranks at the same time.
class TwoRanks {
 public:
  TwoRanks(std::vector<double> one, std::vector<double> other) : seconds_{std::move(one), std::move(other)} {}

  // Of the last on each rank.
  std::pair<std::size_t, std::size_t> replay(std::size_t times, std::size_t bytes_on_the_other) {
    std::size_t ways[2] = {0, 0};
    for (std::size_t k = 0; k < times; ++k) {
      if (races[0].awaits_agreement()) agree();
      for (const std::size_t rank : {0U, 1U}) {
        ways[rank] = races[rank].next();
        if (races[rank].is_timed())
          races[rank].took(seconds_[rank][ways[rank]], rank == 0 ? 8 : bytes_on_the_other);
      }
      EXPECT_EQ(ways[0], ways[1]);
    }
    return {ways[0], ways[1]};
  }

  Race races[2] = {Race(2), Race(2)};

 private:
  void agree() {
    std::vector<double> maxima = races[0].times();
    std::ranges::transform(maxima, races[1].times(), maxima.begin(),
                           [](double a, double b) { return std::max(a, b); });
    for (Race& race : races) race.agree(maxima);
  }

  std::vector<double> seconds_[2];
};

TEST(Race, TheSlowestRankDecides) {
  TwoRanks ranks({1, 2.1}, {3, 2.5});
  EXPECT_EQ(ranks.replay(40, 8), std::pair(std::size_t{1}, std::size_t{1}));
  for (const Race& race : ranks.races) {
    EXPECT_DOUBLE_EQ(race.seconds(0), 3);
    EXPECT_DOUBLE_EQ(race.seconds(1), 2.5);
  }
}

TEST(Race, IsOverOnAllRanksIfBytesDifferOnOne) {
  TwoRanks ranks({1, 1}, {1, 1});
  ranks.replay(5, 8);
  ranks.replay(10, 16);
  for (const Race& race : ranks.races) EXPECT_TRUE(race.is_over());
}

}  // namespace
}  // namespace partita
