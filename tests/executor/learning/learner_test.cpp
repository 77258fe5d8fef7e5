// Which way an exchange takes while it learns, driven by made-up times of several ranks.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/learning/learner.hpp>
#include <partita/support/random.hpp>

namespace partita::detail {
namespace {

// Seconds of a replay on a rank by a way.
using Seconds = std::function<double(std::size_t replay, std::size_t rank, std::size_t way)>;

// All ranks of an exchange that learns.
class Ranks {
 public:
  // One way is riskier than all others.
  Ranks(std::size_t ranks, std::size_t ways, std::size_t at_once) {
    std::vector<Learner::Way> all(ways);
    all[at_once].risk = 1;
    learners_.assign(ranks, Learner(std::move(all)));
  }
  Ranks(std::size_t ranks, const Learner& learner) : learners_(ranks, learner) {}

  // Replays this often, and returns the way of each replay. Every rank must take the same.
  std::vector<std::size_t> replay(std::size_t replays, const Seconds& seconds,
                                  const std::function<std::size_t(std::size_t)>& bytes = {}) {
    std::vector<std::size_t> ways;
    for (std::size_t k = 0; k < replays; ++k, ++made_) {
      agree();
      for (std::size_t rank = 0; rank < learners_.size(); ++rank) {
        const std::size_t way = learners_[rank].next();
        if (rank == 0) ways.push_back(way);
        EXPECT_EQ(way, ways.back()) << "rank " << rank << ", replay " << made_;
        if (learners_[rank].is_timed())
          learners_[rank].took(seconds(made_, rank, way), bytes ? bytes(made_) : 8);
      }
    }
    return ways;
  }

  const Learner& any() const { return learners_.front(); }
  std::size_t agreements() const { return agreements_; }

 private:
  void agree() {
    const Learner::Agreement what = learners_.front().before_next();
    for (const Learner& one : learners_) EXPECT_EQ(one.before_next(), what);
    if (what == Learner::Agreement::begin) {
      ++agreements_;
      slowest_.assign(learners_.front().times().size(), 0);
      for (const Learner& one : learners_) {
        const std::vector<double> times = one.times();
        std::ranges::transform(slowest_, times, slowest_.begin(),
                               [](double a, double b) { return std::max(a, b); });
      }
    }
    if (what == Learner::Agreement::finish)
      for (Learner& one : learners_) one.agree(slowest_);
  }

  std::vector<Learner> learners_;
  std::vector<double> slowest_;
  std::size_t made_ = 0, agreements_ = 0;
};

// Always the same.
Seconds steady(std::vector<double> by_way) {
  return [=](std::size_t, std::size_t, std::size_t way) { return by_way[way]; };
}

// Of replays by these ways, over as many by the best.
double regret(const std::vector<std::size_t>& ways, const std::vector<double>& by_way) {
  double all = 0;
  for (const std::size_t way : ways) all += by_way[way];
  return all / (std::ranges::min(by_way) * static_cast<double>(ways.size()));
}

TEST(Learner, FindsTheBestWayWhichTheFirstIsNot) {
  const std::vector<double> by_way{1.3, 1.1, 1.0, 1.2, 1.6};
  Ranks ranks(4, by_way.size(), 4);
  const auto ways = ranks.replay(300, steady(by_way));
  EXPECT_EQ(ranks.any().best(), 2);
  EXPECT_EQ(ways.back(), 2);
  EXPECT_TRUE(ranks.any().is_resting());
}

TEST(Learner, TriesEveryWayAndAllAtOnceLast) {
  Ranks ranks(2, 4, 2);
  EXPECT_EQ(ranks.replay(7, steady({1, 1, 1, 1})), (std::vector<std::size_t>{0, 0, 1, 3, 0, 0, 2}));
}

// What it loses delays replays after it, those of other ways, too.
TEST(Learner, TriesARiskyFirstWayAfterLessRiskyOnes) {
  Ranks ranks(2, Learner({{2}, {0}, {1}, {0}}));
  EXPECT_EQ(ranks.replay(4, steady({1, 1, 1, 1})), (std::vector<std::size_t>{1, 1, 3, 0}));
}

// It loses in every replay, and the next replay waits for what is sent again.
TEST(Learner, SaferWaysDoNotPayForLossesOfTheFirst) {
  Ranks ranks(2, Learner({{2, 0.001, 1.05}, {0, 0.003}, {0, 0.002}}));
  std::size_t before = 1;
  const auto ways = ranks.replay(300, [&](std::size_t, std::size_t rank, std::size_t way) {
    const bool waits = way == 0 || before == 0;
    if (rank == 1) before = way;
    return waits ? 1 : 0.001 * (4 - static_cast<double>(way));
  });
  EXPECT_EQ(std::vector(ways.begin(), ways.begin() + 7), (std::vector<std::size_t>{1, 0, 1, 1, 1, 2, 2}));
  EXPECT_EQ(std::ranges::count(ways, 0U), 1);
  EXPECT_EQ(ways.back(), 2);
}

TEST(Learner, TriesARiskyWayIfLessRiskyOnesAreGood) {
  const Learner learner({{0}, {0}, {1}, {1}, {2}, {2}});
  Ranks lossy(2, learner), lossless(2, learner), between(2, learner);
  const auto ways = lossy.replay(300, steady({1, 1.1, 10, 10, 10, 10}));
  EXPECT_EQ(std::ranges::count(ways, 2U), 1);
  for (const std::size_t never : {3U, 4U, 5U}) EXPECT_EQ(std::ranges::count(ways, never), 0) << never;

  EXPECT_EQ(lossless.replay(300, steady({1, 1.1, 1.2, 1, 1, 0.9})).back(), 5);

  const auto by_some = between.replay(300, steady({1.2, 1.3, 1.1, 1, 10, 10}));
  EXPECT_EQ(by_some.back(), 3);
  EXPECT_EQ(std::ranges::count(by_some, 4U), 1);
  EXPECT_EQ(std::ranges::count(by_some, 5U), 0);
}

TEST(Learner, TriesTheFirstWayOnceIfThatLoses) {
  Ranks ranks(2, Learner({{2}, {1}, {0}, {2}}));
  const auto ways = ranks.replay(300, steady({10, 1.1, 1, 10}));
  EXPECT_EQ(ways.front(), 2) << "the least risky opens connections";
  EXPECT_EQ(std::ranges::count(ways, 0U), 1);
  EXPECT_EQ(std::ranges::count(ways, 3U), 0);
}

TEST(Learner, DoesNotTryWhatIsPredictedToBeSlowerUnlessThePredictionIsWrong) {
  const Learner learner({{0, 1}, {0, 1.2}, {0, 1.4}});
  Ranks right(2, learner), optimistic(2, learner), pessimistic(2, learner);
  const auto ways = right.replay(300, steady({1.3, 1.1, 0.9}));
  EXPECT_EQ(ways.back(), 1);
  EXPECT_EQ(std::ranges::count(ways, 2U), 0);
  EXPECT_EQ(optimistic.replay(300, steady({3, 2.8, 2})).back(), 2);
  EXPECT_EQ(pessimistic.replay(300, steady({0.3, 0.28, 0.2})).back(), 2);
}

TEST(Learner, TriesARiskyWayAlthoughALessRiskyOneIsNotTried) {
  Ranks ranks(2, Learner({{0, 1}, {1, 1.4}, {2, 1}}));
  const auto ways = ranks.replay(300, steady({1.1, 1.5, 1}));
  EXPECT_EQ(ways.back(), 2);
  EXPECT_EQ(std::ranges::count(ways, 1U), 0);
}

TEST(Learner, TriesWhatHasAHandicapOnlyIfItIsPredictedToBeFasterByIt) {
  const auto tries = [](double predicted) {
    Ranks ranks(2, Learner({{0, 1}, {2, predicted, 1.05}}));
    return std::ranges::count(ranks.replay(300, steady({1, 0.9})), 1U) > 0;
  };
  EXPECT_FALSE(tries(1));
  EXPECT_TRUE(tries(0.9));
}

TEST(Learner, TriesWhatHasAHandicapIfPredictionsAreWrongByAFactorOfTwo) {
  const auto tries = [](double seconds) {
    Ranks ranks(2, Learner({{0, 1}, {2, 1, 1.05}}));
    return std::ranges::count(ranks.replay(300, steady({seconds, 1})), 1U) > 0;
  };
  EXPECT_FALSE(tries(1.7));
  EXPECT_TRUE(tries(2.1));
}

TEST(Learner, TakesWhatHasAHandicapOnlyIfItIsFasterByIt) {
  const auto last = [](double seconds) {
    Ranks ranks(2, Learner({{0}, {2, 0, 1.05}}));
    return ranks.replay(300, steady({1, seconds})).back();
  };
  EXPECT_EQ(last(0.97), 0);
  EXPECT_EQ(last(0.93), 1);
}

TEST(Learner, ReplaysAWayThatLosesByFactorTenOnce) {
  const std::vector<double> by_way{1, 1.1, 1.05, 10};
  Ranks ranks(8, by_way.size(), 3);
  const auto ways = ranks.replay(300, steady(by_way));
  EXPECT_EQ(std::ranges::count(ways, 3u), 1);
  EXPECT_LT(regret(ways, by_way), 1.045) << "nine replays are lost by one of 300, and little besides";
}

// It loses messages from its fourth replay in a row on.
TEST(Learner, LeavesAWayThatIsSlowInARowAfterOneShortRest) {
  Ranks ranks(2, 2, 1);
  std::size_t in_a_row = 0;
  const auto ways = ranks.replay(300, [&](std::size_t, std::size_t rank, std::size_t way) {
    if (rank == 0) in_a_row = way == 0 ? in_a_row + 1 : 0;
    return way == 1 ? 1.3 : in_a_row > 3 ? 5.0 : 1.0;
  });
  EXPECT_LE(std::ranges::count(ways, 0U), 25);
  EXPECT_EQ(ways.back(), 1);
}

// The second way takes longer at first, as after losses, and the first one less.
TEST(Learner, ComparesAgainWhatIsKnownFromFewReplays) {
  Ranks ranks(2, Learner(std::vector<Learner::Way>(2)));
  std::vector<int> replays(2);
  const auto ways = ranks.replay(300, [&](std::size_t, std::size_t rank, std::size_t way) {
    if (rank == 0) ++replays[way];
    return way == 0 ? (replays[0] > 6 ? 1.2 : 1.0) : (replays[1] > 4 ? 1.0 : 1.25);
  });
  EXPECT_EQ(ways.back(), 1);
}

// The rests of 12 and 24 replays are slow: what the way usually takes shows the one of 48.
TEST(Learner, DoesNotBeginAgainBecauseShortRestsWereSlow) {
  Ranks ranks(2, Learner(std::vector<Learner::Way>(2)));
  ranks.replay(600, [&](std::size_t replay, std::size_t, std::size_t way) {
    return (way == 0 ? 1.0 : 3.0) * (replay < 50 ? 1.4 : 1);
  });
  EXPECT_EQ(ranks.any().times_learnt(), 1);
}

// All ways are slower from the rest of 48 replays on: the known time of the other one is old.
TEST(Learner, AnotherWayTakesOverUncomparedOnlyAfterAShortRest) {
  Ranks ranks(2, Learner(std::vector<Learner::Way>(2)));
  const auto ways = ranks.replay(400, [&](std::size_t replay, std::size_t, std::size_t way) {
    return (way == 0 ? 1.0 : 1.2) * (replay < 75 ? 1 : 2);
  });
  EXPECT_EQ(ways.back(), 0);
  EXPECT_LT(std::ranges::count(ways, 1U), 60);
}

TEST(Learner, LosesLittleIfTheFirstWayIsFiveTimesTooSlow) {
  const std::vector<double> by_way{5e-3, 1e-3, 1.1e-3, 1.3e-3};
  Ranks ranks(8, by_way.size(), 3);
  const auto ways = ranks.replay(300, steady(by_way));
  EXPECT_EQ(ways.back(), 1);
  EXPECT_LT(regret(ways, by_way), 1.06);
}

TEST(Learner, TriesALongWayAgainIfATimerMayBeInIt) {
  Ranks ranks(2, Learner(std::vector<Learner::Way>(2)));
  std::size_t replays = 0;
  const auto ways = ranks.replay(100, [&](std::size_t, std::size_t rank, std::size_t way) {
    if (rank == 0 && way == 1) ++replays;
    return way == 0 ? 0.2 : replays == 1 ? 0.38 : 0.18;
  });
  EXPECT_EQ(ways.back(), 1);
}

TEST(Learner, CountsTheSlowestRank) {
  Ranks ranks(3, 2, 0);
  ranks.replay(300, [](std::size_t, std::size_t rank, std::size_t way) {
    return way == 0 ? 1.1 : rank == 2 ? 2.0 : 0.1;
  });
  EXPECT_EQ(ranks.any().best(), 0);
}

// In how many of 200 cases the best way after so many replays is that one.
int cases_with_best(std::size_t way, std::size_t replays, std::size_t ranks, std::size_t ways,
                    const std::function<Seconds(Random&)>& seconds) {
  int found = 0;
  for (int seed = 0; seed < 200; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    Ranks all(ranks, ways, ways - 1);
    all.replay(replays, seconds(random));
    found += all.any().best() == way ? 1 : 0;
  }
  return found;
}

// Which few replays do not tell apart.
TEST(Learner, FindsTheBestWayAmongNoisyOnes) {
  const auto noisy = [](Random& random) -> Seconds {
    return [&](std::size_t, std::size_t, std::size_t way) {
      return (way == 1 ? 9.2e-3 : 10e-3) * (0.7 + 0.006 * random.below(100));
    };
  };
  EXPECT_GT(cases_with_best(1, 300, 1, 4, noisy), 155) << "150 if rounds of halving did not add up";
}

// By way 1 ranks run apart, up to half a replay: each has short and long ones, not those of others.
TEST(Learner, TakesAWayByWhichRanksRunApartForWhatAllNeed) {
  const auto running_apart = [](Random& random) -> Seconds {
    return [&, behind = std::vector<double>(8)](std::size_t, std::size_t rank, std::size_t way) mutable {
      const double before = std::exchange(behind[rank], way == 1 ? 50e-6 * random.below(100) : 0);
      return (way == 1 ? 9e-3 : 10e-3) + behind[rank] - before;
    };
  };
  EXPECT_GT(cases_with_best(1, 150, 8, 5, running_apart), 150);
}

TEST(Learner, DoesNotBlameAWayForTheMessagesThatASlowOneLeftBehind) {
  // The second way's replay ends 8 ms after its end on rank 0, and the third begins with them.
  std::size_t before = 0;
  Ranks ranks(2, 3, 2);
  ranks.replay(300, [&](std::size_t, std::size_t rank, std::size_t way) {
    if (rank == 0) return way == 1 ? 10e-3 : 1e-3;
    const double left_behind = std::exchange(before, way) == 1 && way != 1 ? 8e-3 : 0;
    return (way == 2 ? 0.5e-3 : 1e-3) + left_behind;
  });
  EXPECT_NE(ranks.any().best(), 1);
  EXPECT_LT(ranks.any().seconds()[2], 2e-3) << "it was tried again";
}

TEST(Learner, LeavesAWayThatWaitsForATimerNowAndThen) {
  // Every eighth replay takes 20 times as long: more than twice the median in the mean.
  Ranks ranks(2, 2, 1);
  const auto ways = ranks.replay(3000, [](std::size_t replay, std::size_t, std::size_t way) {
    return way == 1 ? 1.4 : replay % 8 == 7 ? 20.0 : 1.0;
  });
  EXPECT_EQ(ranks.any().best(), 1);
  EXPECT_GT(std::ranges::count(ways, 1u), 2000);
}

TEST(Learner, StaysWithAWayThatWaitedForATimerOnce) {
  Ranks ranks(1, 2, 1);
  std::size_t by_first = 0;
  ranks.replay(300, [&](std::size_t, std::size_t, std::size_t way) {
    if (way == 1) return 1.15;
    return ++by_first == 3 ? 10.0 : 1.0;
  });
  EXPECT_EQ(ranks.any().best(), 0);
}

TEST(Learner, TriesAWayAgainThatWaitedForATimerInItsOnlyReplay) {
  Ranks ranks(1, Learner({{0}, {0}}, 1));
  std::size_t by_first = 0;
  ranks.replay(300, [&](std::size_t, std::size_t, std::size_t way) {
    if (way == 1) return 0.03;
    return ++by_first == 1 ? 0.22 : 0.02;
  });
  EXPECT_EQ(ranks.any().best(), 0);
}

TEST(Learner, TriesALessRiskyWayAgainThatLostWhereAllLose) {
  Ranks ranks(1, Learner({{2}, {0}, {2}}));
  std::size_t by_second = 0;
  ranks.replay(300, [&](std::size_t, std::size_t, std::size_t way) {
    if (way != 1) return way == 0 ? 0.2 : 0.05;
    return ++by_second <= 2 ? 0.25 : 0.003;
  });
  EXPECT_EQ(ranks.any().best(), 1);
}

// Replays take as long as a timer, so that a loss only doubles one.
TEST(Learner, StaysWithALongWayThatWaitedForATimerOnce) {
  Ranks ranks(1, 2, 1);
  std::size_t by_first = 0;
  ranks.replay(300, [&](std::size_t, std::size_t, std::size_t way) {
    if (way == 1) return 0.3;
    return ++by_first == 4 ? 0.5 : 0.25;
  });
  EXPECT_EQ(ranks.any().best(), 0);
}

// Way 0 is found to be better than way 1, and then all take longer, but not so much longer that it learns
// again.
TEST(Learner, StaysWithTheBestWayIfAllTakeLonger) {
  Ranks ranks(2, 4, 3);
  const std::vector<double> by_way{1, 1.06, 1.12, 1.2};
  const auto ways = ranks.replay(900, [&](std::size_t replay, std::size_t, std::size_t way) {
    return 1e-3 * by_way[way] * (replay < 130 ? 1 : 1.2);
  });
  EXPECT_GT(std::ranges::count(ways, 0U), 750);
}

TEST(Learner, LeavesAWayAfterOneLossIfItIsRisky) {
  const auto best = [](int risk) {
    Ranks ranks(1, Learner({{0, 0}, {risk, 0}}));
    int by_way_1 = 0;
    ranks.replay(60, [&](std::size_t, std::size_t, std::size_t way) {
      if (way == 0) return 9e-3;
      return ++by_way_1 == 10 ? 40e-3 : 8e-3;  // in the second round of halving
    });
    return ranks.any().best();
  };
  EXPECT_EQ(best(0), 1);
  EXPECT_EQ(best(1), 0);
}

TEST(Learner, LearnsAgainWhenTimesHaveDrifted) {
  Ranks ranks(4, 3, 2);
  ranks.replay(300, steady({1, 1.2, 1.4}));
  EXPECT_EQ(ranks.any().best(), 0);
  const auto ways = ranks.replay(1500, steady({4, 1.2, 1.4}));
  EXPECT_EQ(ranks.any().best(), 1);
  EXPECT_GT(std::ranges::count(ways, 1u), 1000);
}

TEST(Learner, ForgetsWhatAWayTookThatItDoesNotTryAgain) {
  Ranks ranks(2, Learner({{0}, {1}, {1}, {2}, {2}}));
  ranks.replay(300, steady({1, 1.2, 1.3, 1.1, 1.15}));
  const auto ways = ranks.replay(1500, steady({3, 3.5, 3.6, 30, 30}));
  EXPECT_EQ(ranks.any().best(), 0);
  EXPECT_LT(std::ranges::count(ways, 3u), 10);
}

TEST(Learner, AgreesRarely) {
  Ranks ranks(4, 5, 4);
  ranks.replay(10000, steady({1, 1.05, 1.1, 1.2, 1.3}));
  EXPECT_LT(ranks.agreements(), 40);
}

// The fewest replays, and the most, from the beginning of an agreement to its end, but for the first one.
std::pair<int, int> replays_to_agree(double seconds) {
  Learner learner({{0}, {0}, {0}});
  std::vector<int> counts;
  for (int replay = 0, begun = 0; replay < 300; ++replay) {
    const Learner::Agreement what = learner.before_next();
    if (what == Learner::Agreement::begin) begun = replay;
    if (what == Learner::Agreement::finish) {
      counts.push_back(replay - begun);
      learner.agree(learner.times());
    }
    learner.next();
    if (learner.is_timed()) learner.took(seconds, 8);
  }
  const auto [fewest, most] = std::minmax_element(counts.begin() + 1, counts.end());
  return {*fewest, *most};
}

TEST(Learner, AgreesDuringSeveralReplaysIfTheyAreShort) {
  EXPECT_EQ(replays_to_agree(1e-6), std::pair(8, 8));
  EXPECT_EQ(replays_to_agree(0.3e-3), std::pair(4, 4));
  EXPECT_EQ(replays_to_agree(1e-3), std::pair(1, 1));
  EXPECT_EQ(replays_to_agree(1), std::pair(1, 1));
}

TEST(Learner, StaysWithTheFirstWayIfReplaysDifferInLength) {
  Ranks ranks(4, 3, 2);
  const auto ways = ranks.replay(300, steady({2, 1, 1}),
                                 [](std::size_t replay) { return std::size_t{8} * (1 + replay % 2); });
  EXPECT_TRUE(ranks.any().has_given_up());
  EXPECT_EQ(std::ranges::count(ways, 0u), 299);
}

TEST(Learner, BooksNoLossesWhenReplaysDifferInLengthInARest) {
  // Every eighth replay after learning is twenty times as long as the others, and takes twenty times as long.
  Ranks ranks(2, 2, 1);
  ranks.replay(130, steady({1, 1.5}));
  ASSERT_TRUE(ranks.any().is_resting());
  const auto factor = [](std::size_t replay) { return replay < 1000 && replay % 8 == 7 ? 20 : 1; };
  const auto ways = ranks.replay(
      3000,
      [&](std::size_t replay, std::size_t, std::size_t way) { return (way == 1 ? 1.5 : 1) * factor(replay); },
      [&](std::size_t replay) { return std::size_t{8} * factor(replay); });
  EXPECT_EQ(std::ranges::count(ways, 1u), 0);
}

TEST(Learner, SaysInHowManyReplaysItFirstLearnt) {
  Ranks ranks(2, 3, 2);
  const auto until = [&] { return ranks.any().learnt_in(); };
  ranks.replay(20, steady({1, 1.3, 1.3}));
  EXPECT_LE(until(), 20);
  ranks.replay(300, steady({1, 1.3, 1.3}));
  EXPECT_GT(until(), 0);
  EXPECT_LT(until(), 60);
}

// Whatever the times, all ranks take the same ways, and in the end few replays are not by the best.
TEST(Learner, HasSmallRegretForRandomTimes) {
  double sum = 0;
  constexpr int cases = 200;
  for (int seed = 0; seed < cases; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const std::size_t number = 2 + random.below(5);
    std::vector<double> by_way(number);
    for (double& one : by_way) one = 1e-3 + 1e-5 * random.below(random.below(3) == 0 ? 900 : 60);
    Ranks ranks(1 + random.below(8), number, random.below(static_cast<std::uint32_t>(number)));
    const auto ways = ranks.replay(300, [&](std::size_t, std::size_t, std::size_t way) {
      return by_way[way] * (1 + 0.001 * random.below(100));  // up to a tenth of noise
    });
    const double one = regret(ways, by_way);
    sum += one;
    EXPECT_LT(one, 1.2) << "seed " << seed;
  }
  EXPECT_LT(sum / cases, 1.06);
}

}  // namespace
}  // namespace partita::detail
