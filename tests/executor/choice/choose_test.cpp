#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/choice/building.hpp>
#include <partita/executor/choice/choose.hpp>
#include <partita/executor/prediction/predict.hpp>
#include <partita/schedule/random_matrix.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/error.hpp>

namespace partita {
using namespace detail;
namespace {

constexpr double microsecond = 1e-6;
constexpr double ever = std::numeric_limits<double>::infinity();

// Many senders at a time slow a receiver, so long messages should not all go at once.
Machine crowded(int ranks, const char* topology = "crossbar") {
  Machine machine = machine_named(topology, ranks);
  machine.costs = {.start_up = 50 * microsecond,
                   .receive = 5 * microsecond,
                   .signal = 2 * microsecond,
                   .bandwidth = 10e6,
                   .receive_penalty = 0.3};
  return machine;
}

CommunicationMatrix regular(int ranks, int density, Units longest = 1) {
  return make_random_matrix({.ranks = ranks, .density = density, .longest = longest}, 7);
}

double cost(const CommunicationMatrix& matrix, const Strategy& strategy, const ChoiceOptions& options) {
  const Machine& machine = options.schedule.machine;
  const Schedule schedule =
      make_schedule(matrix, schedule_options(strategy, options.schedule, options.bytes_per_unit));
  return building_seconds(strategy.algorithm, matrix, machine) / options.replays +
         predict(schedule.tables,
                 {.protocol = strategy.protocol, .window = strategy.window, .seed = options.schedule.seed},
                 machine, options.bytes_per_unit);
}

TEST(Choose, LongMessagesThatWouldCrowdOneReceiverGoInPhases) {
  const Choice choice =
      choose(regular(16, 8), {.schedule = {.machine = crowded(16)}, .bytes_per_unit = 100'000});
  EXPECT_FALSE(choice.strategy == Strategy{}) << choice.reason;
  EXPECT_NE(choice.reason.find("by ac by post_all"), std::string::npos) << choice.reason;
}

TEST(Choose, ManyShortMessagesAreRelayedInFewerLongerOnes) {
  const Choice choice = choose(regular(16, 8), {.schedule = {.machine = crowded(16)}, .bytes_per_unit = 8});
  EXPECT_EQ(choice.strategy.algorithm, Algorithm::standard_exchange) << choice.reason;
}

TEST(Choose, OneMessageARankNeedsNoSchedule) {
  const Choice choice = choose(regular(16, 1), {.schedule = {.machine = crowded(16)}, .bytes_per_unit = 8});
  EXPECT_EQ(choice.strategy, Strategy{}) << choice.reason;
}

TEST(Choose, WhatCannotBeRepaidIsNotBuilt) {
  ChoiceOptions options{.schedule = {.machine = crowded(16)}, .bytes_per_unit = 100'000, .replays = 1};
  options.schedule.machine.costs.slowdown = 1e6;
  const Choice choice = choose(regular(16, 8), options);
  EXPECT_TRUE(is_local(choice.strategy.algorithm)) << choice.reason;
}

TEST(Choose, WithinOneHostNothingMeetsAndNothingIsBuilt) {
  Machine machine = crowded(8);
  machine.ranks_per_host = 8;
  const Choice choice = choose(regular(8, 5, 100), {.schedule = {.machine = machine}});
  EXPECT_EQ(choice.strategy, Strategy{});
  EXPECT_EQ(choice.building, 0);
}

TEST(Choose, WithoutMessagesTheChoiceIsImmediate) {
  const Choice choice =
      choose(CommunicationMatrix(std::vector<DestinationVector>(5)), {.schedule = {.machine = crowded(5)}});
  EXPECT_EQ(choice.strategy, Strategy{});
  EXPECT_EQ(choice.replay, 0);
}

TEST(Choose, RefusesAMachineThatIsTooSmall) {
  EXPECT_THROW((void)choose(regular(16, 3), {.schedule = {.machine = machine_named("hypercube:3", 8)}}),
               Error);
}

// Pruned strategies cost no more than a hundredth.
TEST(Choose, IsWithinAHundredthOfTheBestOfAllStrategies) {
  int changed = 0;
  for (const char* topology : {"crossbar", "hypercube"})
    for (const int ranks_per_host : {1, 2})
      for (const double bytes : {8.0, 1e5})
        for (const int density : {2, 7})
          for (const double replays : {1.0, 30.0, ever}) {
            if (ranks_per_host == 2 && topology != std::string("crossbar")) continue;
            Machine machine = crowded(8, topology);
            machine.ranks_per_host = ranks_per_host;
            machine.costs.link_bandwidth = {10e6};
            machine.costs.slowdown = 300;
            const ChoiceOptions options{
                .schedule = {.machine = machine}, .bytes_per_unit = bytes, .replays = replays};
            const CommunicationMatrix matrix = regular(8, density, 4);
            const Choice choice = choose(matrix, options);
            double best = ever;
            for (const Strategy& strategy : strategies_for(machine))
              best = std::min(best, cost(matrix, strategy, options));
            EXPECT_NEAR(choice.building / replays + choice.replay, cost(matrix, choice.strategy, options),
                        1e-12);
            EXPECT_LE(cost(matrix, choice.strategy, options), best / 0.99 + 1e-12) << choice.reason;
            if (!(choice.strategy == Strategy{})) ++changed;
          }
  EXPECT_GT(changed, 5);
}

TEST(ReplayBound, NoStrategyIsFaster) {
  for (std::uint64_t seed = 0; seed < 15; ++seed) {
    const CommunicationMatrix matrix =
        make_random_matrix({.ranks = 8, .density = 3, .longest = 9, .regularity = Regularity::rows}, seed);
    for (const int ranks_per_host : {1, 2, 4})
      for (const auto duplex : {Costs::Duplex::full, Costs::Duplex::half}) {
        Machine machine = crowded(8);
        machine.ranks_per_host = ranks_per_host;
        machine.costs.duplex = duplex;
        const ChoiceOptions options{.schedule = {.machine = machine}, .bytes_per_unit = 1000};
        for (const Strategy& strategy : strategies_for(machine))
          EXPECT_GE(cost(matrix, strategy, options) * (1 + 1e-9),
                    replay_bound(matrix, machine, 1000, is_staged(strategy.algorithm)))
              << name_of(strategy);
      }
  }
}

}  // namespace
}  // namespace partita
