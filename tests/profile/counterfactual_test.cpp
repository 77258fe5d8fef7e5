// Steps of two ranks, run again without a cause.
#include <array>

#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/profile/counterfactual.hpp>

namespace partita::detail {
namespace {

// Each step: both ranks compute, begin an exchange, and wait for the other's message. Moments follow from how
// long they compute, and how long a message travels.
class Steps : public testing::Test {
 protected:
  static constexpr double unpacking = 0.25;

  Steps() {
    recorder.between_hosts = {.start_up = 1, .per_byte = 0};
    for (int r = 0; r < 2; ++r) {
      Activity halo{.kind = "exchange", .name = "halo"};
      halo.messages.push_back({.from = 1 - r});
      RankProfile& rank = ranks.emplace_back();
      rank.host = "host" + std::to_string(r);
      rank.activities = {halo, {.kind = "reduction", .name = "norm"}};
    }
  }

  // @param computes  of each rank; @param travels  to each rank
  void step(std::array<double, 2> computes, std::array<double, 2> travels) {
    ++steps;
    const std::array begun{at[0] + computes[0], at[1] + computes[1]};
    for (std::size_t r = 0; r < 2; ++r) {
      const std::size_t other = 1 - r;
      const double arrives = std::max(begun[0], begun[1]) + travels[r], called = begun[r];
      const double ready = std::max(called, arrives);
      add(r, {Event::Kind::message, true, 0, steps, begun[other], begun[other], arrives, 0,
              static_cast<int>(other), 0, 8});
      add(r, {Event::Kind::replay, false, 0, steps, begun[r], called, ready + unpacking, called, -1, -1, 0});
      at[r] = ready + unpacking;
    }
  }
  void reduce(std::array<double, 2> computes) {
    const std::array entered{at[0] + computes[0], at[1] + computes[1]};
    const double latest = std::max(entered[0], entered[1]);
    for (std::size_t r = 0; r < 2; ++r)
      add(r, {Event::Kind::collective, false, 1, steps, entered[r], latest, latest + 1, 0,
              entered[1] > entered[0], -1, 0});
    at = {latest + 1, latest + 1};
  }
  void add(std::size_t rank, const Event& event) { ranks[rank].events.push_back(event); }

  double saved(const Cause& cause) const { return counterfactual().saved(&cause); }
  Counterfactual counterfactual() const { return {ranks, recorder, Causes()}; }

  Recorder recorder{MPI_COMM_SELF};
  std::vector<RankProfile> ranks;
  std::array<double, 2> at{};
  std::uint64_t steps = 0;
};

using Kind = Cause::Kind;

TEST_F(Steps, AreAsTheyWereWithoutAChange) {
  for (int k = 0; k < 10; ++k) step({2.0 + k, 3}, {1, 2}), reduce({1, 5});
  EXPECT_NEAR(counterfactual().saved(), 0, 1e-9);
  EXPECT_EQ(counterfactual().steps(), 10u);
}

TEST_F(Steps, ARankOnTimeSavesWhatItWasLate) {
  for (int k = 0; k < 10; ++k) step({2, 5}, {1, 1});
  // What was computed before the first step is not known.
  EXPECT_NEAR(saved({.kind = Kind::late_rank, .rank = 1}), 9 * 3, 1e-9);
  EXPECT_NEAR(saved({.kind = Kind::late_rank, .rank = 0}), 0, 1e-9);
}

TEST_F(Steps, ARankThatIsLateInAReductionToo) {
  for (int k = 0; k < 10; ++k) step({2, 2}, {1, 1}), reduce({1, 4});
  EXPECT_NEAR(saved({.kind = Kind::late_rank, .rank = 1}), 10 * 3, 1e-9);
}

TEST_F(Steps, ALinkAsTheModelSaysSavesTheRest) {
  for (int k = 0; k < 10; ++k) step({2, 2}, {6, 1});
  EXPECT_NEAR(saved({.kind = Kind::link, .rank = 1, .other = 0}), 10 * 5, 1e-9);
  EXPECT_NEAR(saved({.kind = Kind::link, .rank = 0, .other = 1}), 0, 1e-9);
  EXPECT_NEAR(saved({.kind = Kind::links_of_host, .rank = 0}), 10 * 5, 1e-9);
}

TEST_F(Steps, AreWeighed) {
  for (int k = 0; k < 10; ++k) step({2, 5}, {3, 1});
  Causes causes;
  causes.all = {{.kind = Kind::link, .seconds = 10, .rank = 1, .other = 0},
                {.kind = Kind::late_rank, .seconds = 5, .rank = 1},
                {.kind = Kind::late_rank, .seconds = 1, .rank = 0}};
  counterfactual().weigh(causes);
  EXPECT_EQ(causes.all[0].kind, Kind::late_rank);
  EXPECT_EQ(causes.all[0].rank, 1);
  EXPECT_EQ(causes.all[1].kind, Kind::link);
  EXPECT_NEAR(causes.all[1].saved, 2, 1e-9);  // only the last step waits for it
}

}  // namespace
}  // namespace partita::detail
