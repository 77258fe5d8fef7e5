#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/executor/choosing/building.hpp>
#include <partita/executor/choosing/choose.hpp>
#include <partita/executor/choosing/replay_bound.hpp>
#include <partita/executor/prediction/predict.hpp>
#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/error.hpp>

#include "miniapps/random_matrix.hpp"

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

// On a machine without bursts and losses.
double cost(const CommunicationMatrix& matrix, const Strategy& strategy, const ChoiceOptions& options) {
  const Machine& machine = options.schedule.machine;
  const double bytes = options.bytes_per_unit;
  const Schedule schedule = make_schedule(matrix, schedule_options(strategy, options.schedule, bytes));
  const ReplayModel model{.way = strategy.way,
                          .timed_idle = has_timed_idle(strategy.algorithm),
                          .seed = options.schedule.seed,
                          .resolution = resolution_for(matrix, machine, bytes, strategy.algorithm)};
  return building_seconds(strategy.algorithm, matrix, machine) / options.replays +
         predict(schedule.tables, model, machine, bytes);
}

TEST(Choose, APhaseOfBalancedCostsWhatAMessageCostsByItsProtocol) {
  ScheduleOptions base;
  Costs& costs = base.machine.costs;
  costs = {.start_up = 5, .receive = 1, .bandwidth = 10, .duplex = Costs::Duplex::full};
  costs.signal = 2;
  costs.signal_receive = 1;
  costs.unreserved = 100;
  costs.reservation = 4;
  const auto units = [&](Protocol protocol) {
    return schedule_options({Algorithm::balanced, {protocol}}, base, 2).start_up;
  };
  EXPECT_DOUBLE_EQ(units(Protocol::global_once), (5 + 1) * 10 / 2.0);
  EXPECT_DOUBLE_EQ(units(Protocol::ready_signal), (5 + 1 + 2 + 1) * 10 / 2.0);
  EXPECT_DOUBLE_EQ(units(Protocol::windowed), (5 + 1 + 4) * 10 / 2.0);
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

// Alone, what is sent at once would take as long as four start-ups.
TEST(Choose, ReplaysInARowTakeAsLongAsThePortsNeed) {
  Machine machine = machine_named("crossbar", 8);
  machine.costs = {.start_up = 50 * microsecond, .bandwidth = 25e6, .burst = 1e6};
  const double bytes = 16 << 10;
  const Choice choice = choose(regular(8, 4), {.schedule = {.machine = machine}, .bytes_per_unit = bytes});
  EXPECT_GE(choice.replay, 4 * bytes / 25e6) << choice.reason;
}

TEST(Choose, OneMessageARankNeedsNoSchedule) {
  const Choice choice = choose(regular(16, 1), {.schedule = {.machine = crowded(16)}, .bytes_per_unit = 8});
  EXPECT_EQ(choice.strategy, Strategy{}) << choice.reason;
}

TEST(Choose, WhatCannotBeRepaidIsNotBuilt) {
  ChoiceOptions options{.schedule = {.machine = crowded(16)}, .bytes_per_unit = 100'000, .replays = 1};
  options.schedule.machine.costs.slowdown = 1e6;
  const Choice choice = choose(regular(16, 8), options);
  EXPECT_NE(detail::entry_of(choice.strategy.algorithm).local, nullptr) << choice.reason;
}

TEST(Choose, AMatrixThatIsThereIsNotPaidAgain) {
  const ChoiceOptions options{.schedule = {.machine = crowded(16)}, .bytes_per_unit = 100'000, .replays = 1};
  const Choice without = choose(regular(16, 8), options);
  const Choice with = detail::choose(regular(16, 8), options, /*has_matrix=*/true);
  EXPECT_LE(with.building + with.replay, without.building + without.replay);
  EXPECT_LT(with.building, detail::building_seconds(with.strategy.algorithm, regular(16, 8), crowded(16)))
      << with.reason;
}

TEST(Choose, WithinOneHostNothingMeetsAndNothingIsBuilt) {
  for (const char* topology : {"crossbar", "hypercube"}) {
    Machine machine = crowded(8, topology);
    machine.ranks_per_host = 8;
    const Choice choice = choose(regular(8, 5, 100), {.schedule = {.machine = machine}});
    EXPECT_EQ(choice.strategy, Strategy{});
    EXPECT_EQ(choice.building, 0);
  }
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

TEST(Choose, TakesTheProtocolThatIsGiven) {
  for (const ProtocolEntry& protocol : protocol_entries) {
    const Choice choice =
        choose(regular(16, 8),
               {.schedule = {.machine = crowded(16)}, .bytes_per_unit = 100'000, .protocol = protocol.value});
    EXPECT_EQ(choice.strategy.way.protocol, protocol.value) << choice.reason;
    EXPECT_TRUE(!protocol.by_lock || choice.strategy.algorithm == Algorithm::ac) << "needs no order";
  }
}

TEST(Choose, ManyMessagesOverCircuitsGoInPhasesThatShareNoLink) {
  Machine cube = machine_named("ipsc860", 32);
  cube.costs = {.start_up = 95 * microsecond,
                .signal = 95 * microsecond,
                .per_hop = 10 * microsecond,
                .bandwidth = 2.5e6,
                .duplex = Costs::Duplex::pairwise,
                .contention = Costs::Contention::queue};
  const Choice choice = choose(regular(32, 31), {.schedule = {.machine = cube}, .bytes_per_unit = 16384});
  const double at_once = cost(regular(32, 31), {}, {.schedule = {.machine = cube}, .bytes_per_unit = 16384});
  EXPECT_LT(choice.replay, 0.7 * at_once) << choice.reason;
}

// Every algorithm by every protocol, with windows of one and of four sends.
std::vector<Strategy> all_strategies() {
  std::vector<Strategy> all;
  for (const AlgorithmEntry& algorithm : algorithm_entries())
    for (const ProtocolEntry& protocol : protocol_entries)
      for (const int window : {1, 4})
        if (window == 4 || protocol.value == Protocol::windowed)
          all.push_back({algorithm.value, {protocol.value, window}});
  return all;
}

TEST(Choose, IsNearTheBestOfAllStrategies) {
  int changed = 0;
  for (const auto& [topology, ranks_per_host] : {std::pair("crossbar", 1), {"crossbar", 2}, {"hypercube", 1}})
    for (const double bytes : {8.0, 1e5})
      for (const int density : {2, 7}) {
        Machine machine = crowded(8, topology);
        machine.ranks_per_host = ranks_per_host;
        machine.costs.link_bandwidth = {10e6};
        machine.costs.slowdown = 300;
        ChoiceOptions options{.schedule = {.machine = machine}, .bytes_per_unit = bytes};
        const CommunicationMatrix matrix = regular(8, density, 4);
        std::vector<std::pair<double, double>> all;  // building, replay
        for (const Strategy& strategy : all_strategies())
          all.emplace_back(building_seconds(strategy.algorithm, matrix, machine),
                           cost(matrix, strategy, options));
        for (const double replays : {1.0, 30.0, ever}) {
          options.replays = replays;
          const Choice choice = choose(matrix, options);
          double best = ever;
          for (const auto& [building, replay] : all) best = std::min(best, building / replays + replay);
          EXPECT_NEAR(choice.building / replays + choice.replay, cost(matrix, choice.strategy, options),
                      1e-12);
          EXPECT_LE(cost(matrix, choice.strategy, options), best * 1.15) << choice.reason;
          if (!(choice.strategy == Strategy{})) ++changed;
        }
      }
  EXPECT_GT(changed, 5);
}

constexpr Strategy all_at_once{}, by_signals{Algorithm::colouring, {Protocol::ready_signal}},
    by_barriers{Algorithm::colouring, {Protocol::barrier}},
    relayed{Algorithm::node_aware, {Protocol::ready_signal}},
    in_turn{Algorithm::rs_n, {Protocol::windowed, 1}};

// Each of 8 ranks sends to all others. A network on which no way takes three times as long as another.
class Racers : public testing::Test {
 protected:
  Racers() {
    options_.bytes_per_unit = 64 << 10;
    costs_ = {.start_up = 50 * microsecond,
              .receive = 20 * microsecond,
              .signal = 50 * microsecond,
              .bandwidth = 25e6,
              .barrier = 1000 * microsecond};
  }

  std::vector<Strategy> of(const Strategy& chosen) const {
    const CommunicationMatrix matrix = regular(8, 7);
    const Schedule schedule =
        make_schedule(matrix, schedule_options(chosen, options_.schedule, options_.bytes_per_unit));
    const double seconds =
        predict(schedule.tables, {.way = chosen.way}, options_.schedule.machine, options_.bytes_per_unit);
    Choice choice;
    choice.strategy = chosen;
    choice.replay = seconds;
    return strategies_to_race(choice, matrix, options_);
  }

  ChoiceOptions options_;
  Costs& costs_ = options_.schedule.machine.costs;
};

TEST_F(Racers, AreTheChosenThenThreeOthersAscendingByPrediction) {
  const std::vector<Strategy> all = of(in_turn);
  EXPECT_EQ(all.front(), in_turn);
  EXPECT_THAT(all, testing::UnorderedElementsAre(in_turn, all_at_once, by_signals, by_barriers));
  for (std::size_t k = 2; k < all.size(); ++k)
    EXPECT_LE(cost(regular(8, 7), all[k - 1], options_), cost(regular(8, 7), all[k], options_));
}

TEST_F(Racers, AreThreeIfTheChosenIsOneOfThem) {
  for (const Strategy& chosen : {all_at_once, by_signals, by_barriers}) {
    EXPECT_EQ(of(chosen).front(), chosen);
    EXPECT_THAT(of(chosen), testing::UnorderedElementsAre(all_at_once, by_signals, by_barriers));
  }
}

TEST_F(Racers, AreNotPredictedToTakeThreeTimesAsLongAsTheChosen) {
  costs_.barrier = 6000 * microsecond;  // of seven phases, which take 3 milliseconds each
  EXPECT_THAT(of(by_signals), testing::Contains(by_barriers)) << cost(regular(8, 7), by_barriers, options_);
  costs_.barrier = 8000 * microsecond;
  EXPECT_THAT(of(by_signals), testing::UnorderedElementsAre(by_signals, all_at_once));
  EXPECT_EQ(of(by_barriers).front(), by_barriers) << "the chosen is one";
}

TEST_F(Racers, RelayWhereHostsHaveSeveralRanks) {
  options_.schedule.machine.ranks_per_host = 2;
  EXPECT_THAT(of(all_at_once), testing::UnorderedElementsAre(all_at_once, by_signals, relayed));
}

TEST_F(Racers, HaveTheProtocolThatIsGiven) {
  options_.protocol = Protocol::ready_signal;
  EXPECT_THAT(of({Algorithm::ac, {Protocol::ready_signal}}),
              testing::ElementsAre(Strategy{Algorithm::ac, {Protocol::ready_signal}}, by_signals));
}

TEST(ReplayBound, NoStrategyIsFaster) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const CommunicationMatrix matrix = make_random_matrix(
        {.ranks = 8, .density = 3, .longest = seed % 2 == 0 ? 9 : 90, .regularity = Regularity::rows}, seed);
    for (const int ranks_per_host : {1, 2, 3, 4})
      for (const auto duplex : {Costs::Duplex::full, Costs::Duplex::half}) {
        Machine machine = crowded(8, "hypercube:3");
        machine.ranks_per_host = ranks_per_host;
        machine.costs.duplex = duplex;
        const ChoiceOptions options{.schedule = {.machine = machine}, .bytes_per_unit = 1000};
        for (const Strategy& strategy : all_strategies())
          EXPECT_GE(cost(matrix, strategy, options) * (1 + 1e-9),
                    ReplayBounds(matrix, machine, 1000).of(strategy.algorithm))
              << name_of(strategy);
      }
  }
}

// Alone, a piece costs what the table of algorithms says.
TEST(Building, OfTwoStagesCountsThePiecesOfTheBusiestRank) {
  const Machine machine = machine_named("crossbar", 32);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const CommunicationMatrix matrix =
        make_random_matrix({.ranks = 32, .density = 5, .longest = 60, .regularity = Regularity::rows}, seed);
    std::size_t most = 0;
    for (const PhaseTable& table : make_schedule(matrix, {Algorithm::two_stage}).tables) {
      std::size_t pieces = 0;
      for (const auto* transfers : {&table.sends, &table.receives})
        for (const Transfer& transfer : *transfers) pieces += transfer.pieces.size();
      most = std::max(most, pieces);
    }
    const double counted = building_seconds(Algorithm::two_stage, matrix, machine) /
                           (1e-9 * entry_of(Algorithm::two_stage).building_nanoseconds);
    EXPECT_GE(counted, 0.9 * static_cast<double>(most));
    EXPECT_LE(counted, 1.5 * static_cast<double>(most));
  }
}

}  // namespace
}  // namespace partita
