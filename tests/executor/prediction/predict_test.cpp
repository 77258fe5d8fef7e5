#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/prediction/predict.hpp>
#include <partita/schedule/message.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/error.hpp>

#include "miniapps/random_matrix.hpp"

namespace partita::predict_test {
using namespace detail;
namespace {

constexpr double microsecond = 1e-6;

// Bokhari 1991, section 2.2: 95 + 0.394 m + 10.3 h microseconds for a FORCED message; its links are circuits.
Machine ipsc860(int ranks) {
  Machine machine = machine_named("ipsc860", ranks);
  machine.costs = {.start_up = 95 * microsecond,
                   .per_hop = 10.3 * microsecond,
                   .bandwidth = 1 / (0.394 * microsecond),
                   .duplex = Costs::Duplex::pairwise,
                   .contention = Costs::Contention::queue};
  return machine;
}

Machine crossbar() { return {.costs = {.start_up = 5, .receive = 1, .bandwidth = 10}}; }

std::vector<PhaseTable> one_message(int ranks, int from, int to, Units units) {
  TableBuilder builder(ranks);
  builder.add(0, from, to, direct(from, to, units));
  return std::move(builder).tables(1);
}

std::vector<Algorithm> all_algorithms() {
  std::vector<Algorithm> all;
  for (const auto& [algorithm, name] : algorithms) all.push_back(algorithm);
  return all;
}

TEST(Predict, OneMessageTakesWhatThePaperSays) {
  for (const int to : {1, 3, 127})
    for (const Units bytes : {0, 100, 1000}) {
      if (bytes == 0) continue;
      const double hops = to == 1 ? 1 : to == 3 ? 2 : 7;
      EXPECT_NEAR(predict(one_message(128, 0, to, bytes), {}, ipsc860(128), 1),
                  (95 + 0.394 * static_cast<double>(bytes) + 10.3 * hops) * microsecond, 1e-12);
    }
}

TEST(Predict, AReceiverTakesOneMessageAfterTheOtherInWhateverOrder) {
  TableBuilder builder(4);
  for (int from = 0; from < 3; ++from) builder.add(0, from, 3, direct(from, 3, 10));
  // All start at 5 and share the way in until 5 + 30 / 10; then three receives of 1.
  EXPECT_NEAR(predict(std::move(builder).tables(1), {}, crossbar(), 1), 5 + 3 + 3, 1e-9);
}

TEST(Predict, PhasesOfEqualMessagesTakeThatManyTimesOne) {
  const auto matrix = make_random_matrix({.ranks = 16, .density = 6, .longest = 1}, 1);
  const Schedule schedule = make_schedule(matrix, {.algorithm = Algorithm::colouring});
  const double one = predict(one_message(16, 0, 1, 1), {}, crossbar(), 100);
  EXPECT_NEAR(predict(schedule.tables, {.way = {Protocol::barrier}}, crossbar(), 100),
              schedule.tables.front().phases * one, 1e-9);
}

TEST(Predict, SignalsComeOnTop) {
  Machine machine = crossbar();
  machine.costs.signal = 3;
  machine.costs.signal_receive = 1;
  const auto table = one_message(2, 0, 1, 10);
  const double plain = predict(table, {}, machine, 1);
  EXPECT_NEAR(predict(table, {.way = {Protocol::ready_signal}}, machine, 1), plain + 4, 1e-9)
      << "one signal sent, and taken in";
  EXPECT_NEAR(predict(table, {.way = {Protocol::pairwise_sync}}, machine, 1), plain + 4, 1e-9)
      << "at the same time from both";
  EXPECT_NEAR(predict(table, {.way = {Protocol::global_once}}, machine, 1), plain + 4, 1e-9)
      << "a barrier of one round";
}

// Bokhari 1991, section 5: such a message is lost if its receive is not posted, or reserves room.
TEST(Predict, ALongMessageReservesRoomUnlessItsReceiveIsKnownToBePosted) {
  Machine reserves = ipsc860(8);
  reserves.costs.unreserved = 100;
  reserves.costs.reservation = 69 * microsecond;
  reserves.costs.reservation_per_hop = 19.6 * microsecond;
  reserves.costs.reservation_per_byte = 0.004 * microsecond;
  for (const Units bytes : {100, 101})
    for (const auto& [protocol, name] : protocols) {
      const bool is_posted = entry_of(protocol).is_expected();
      for (const auto& [to, hops] : {std::pair(1, 1), {7, 3}}) {
        const auto table = one_message(8, 0, to, bytes);
        const ReplayModel model{.way = {protocol}};
        EXPECT_NEAR(predict(table, model, reserves, 1) - predict(table, model, ipsc860(8), 1),
                    is_posted || bytes <= 100 ? 0 : (69 + 0.404 + 19.6 * hops) * microsecond, 1e-9)
            << name;
      }
    }
}

TEST(Predict, AReservationAddsToTheFlightWhereMessagesShareLinks) {
  Machine machine = crossbar();
  machine.costs.per_hop = 2;
  machine.costs.unreserved = 100;
  machine.costs.reservation = 3;
  machine.costs.reservation_per_hop = 4;
  machine.costs.reservation_per_byte = 0.5;
  constexpr double unreserved = 5 + 2 + 20 + 1, reservation = 3 + 4 + 100;
  const auto table = one_message(2, 0, 1, 200);
  EXPECT_NEAR(predict(table, {}, machine, 1), unreserved + reservation, 1e-9);
  EXPECT_NEAR(predict(table, {.way = {Protocol::ready_signal}}, machine, 1), unreserved + 2, 1e-9)
      << "the signal also goes over a hop";
  EXPECT_NEAR(predict(one_message(2, 0, 1, 100), {}, machine, 1), 5 + 2 + 10 + 1, 1e-9);
}

TEST(Predict, EachStageReservesByItsOwnProtocol) {
  TableBuilder builder(3);
  builder.add(0, 0, 1, direct(0, 2, 200));
  builder.add(1, 1, 2, direct(0, 2, 200));
  const std::vector<PhaseTable> tables = std::move(builder).tables(2);
  Machine reserves = crossbar();
  reserves.costs.unreserved = 100;
  reserves.costs.reservation = 3;
  const auto reservations = [&](StageProtocols protocols) {
    const ReplayModel model{.way = {protocols}};
    return (predict(tables, model, reserves, 1) - predict(tables, model, crossbar(), 1)) / 3;
  };
  EXPECT_NEAR(reservations(Protocol::post_all), 2, 1e-9);
  EXPECT_NEAR(reservations({Protocol::post_all, Protocol::ready_signal}), 1, 1e-9);
  EXPECT_NEAR(reservations({Protocol::ready_signal, Protocol::post_all}), 1, 1e-9);
  EXPECT_NEAR(reservations(Protocol::ready_signal), 0, 1e-9);
}

TEST(Predict, AWindowHoldsBackWhatANarrowWayWouldShare) {
  // One sender: with a window of 1 the next starts up when the last is through.
  TableBuilder builder(3);
  for (const int to : {1, 2}) builder.add(0, 0, to, direct(0, to, 100));
  const std::vector<PhaseTable> tables = std::move(builder).tables(1);
  EXPECT_NEAR(predict(tables, {}, crossbar(), 1), 5 + 20 + 1, 1e-9) << "the second starts up meanwhile";
  EXPECT_NEAR(predict(tables, {.way = {.protocol = Protocol::windowed, .window = 1}}, crossbar(), 1),
              5 + 10 + 5 + 10 + 1, 1e-9);
}

// See IdlePhases: one in which nothing is sent lasts as long as the others, from the second replay on.
TEST(Predict, ARankIdlesThroughPhasesAsIfItSent) {
  TableBuilder builder(3);
  for (const int to : {1, 2}) builder.add(2 * to, 0, to, direct(0, to, 100));
  const std::vector<PhaseTable> tables = std::move(builder).tables(5);
  const ReplayModel hurried{.way = {Protocol::global_once}},
      in_step{.way = {Protocol::global_once}, .timed_idle = true};
  constexpr double phase = 5 + 10, receive = 1;
  EXPECT_NEAR(predict(tables, hurried, crossbar(), 1), 2 * phase + receive, 1e-9);
  EXPECT_NEAR(predict(tables, in_step, crossbar(), 1), (2 + 2) * phase + receive, 1e-9)
      << "two before the first, one between, but no more than both messages took";
}

// DRS_N of 1993, and the improvements of 1995: see BusyLock.
constexpr LockOptions of_1993{.busy_measure = false, .early_go_ahead = false},
    only_measure{.busy_measure = true, .early_go_ahead = false},
    only_go_ahead{.busy_measure = false, .early_go_ahead = true};

TEST(Predict, ByLockOneMessageAtATimeComesToAReceiver) {
  TableBuilder builder(4);
  for (int from = 0; from < 3; ++from) builder.add(0, from, 3, direct(from, 3, 100));
  const std::vector<PhaseTable> tables = std::move(builder).tables(1);
  const auto seconds = [&](const LockOptions& lock) {
    return predict(tables, {.way = {.protocol = Protocol::lock, .lock = lock}}, crossbar(), 1);
  };
  constexpr double inquiries_in_vain = 0.1, transfer = 100.0 / 10;
  for (const LockOptions& lock : {of_1993, only_measure}) {
    EXPECT_GE(seconds(lock), 3 * (5 + transfer) + 1 - 1e-9);
    EXPECT_LE(seconds(lock), 3 * (5 + transfer) + 1 + inquiries_in_vain);
  }
  for (const LockOptions& lock : {only_go_ahead, LockOptions{}}) {
    EXPECT_GE(seconds(lock), 5 + 3 * transfer + 1 - 1e-9);
    EXPECT_LE(seconds(lock), 5 + 3 * transfer + 1 + inquiries_in_vain)
        << "while one message ends the next starts up";
  }
}

TEST(Predict, ByLockInquiriesAndWhatFreesTheReceiverAreSignals) {
  Machine machine = crossbar();
  machine.costs.signal = 2;
  TableBuilder builder(3);
  for (const int to : {1, 2}) builder.add(0, 0, to, direct(0, to, 10));
  const std::vector<PhaseTable> tables = std::move(builder).tables(1);
  const double inquiry = 2 + 2, message = 5 + 1;
  const auto seconds = [&](const LockOptions& lock) {
    return predict(tables, {.way = {.protocol = Protocol::lock, .lock = lock}}, machine, 1);
  };
  for (const LockOptions& lock : {of_1993, LockOptions{}}) {
    machine.costs.inquiry = 0;
    EXPECT_NEAR(seconds(lock), inquiry + message + 2 + inquiry + message + 2 + 2, 1e-9)
        << "the first receiver is freed without waiting for it; the second has nothing after it";
    machine.costs.inquiry = 0.5;
    EXPECT_NEAR(seconds(lock), 0.5 + 0.5 + message + 0.5 + 0.5 + 0.5 + message + 0.5 + 0.5, 1e-9);
  }
}

// The second sender asks again and again while the first one's message, of 10 seconds, is on its way.
TEST(Predict, ByLockInquiriesDelayTheMessagesOfWhomTheyInterrupt) {
  Machine machine = crossbar();
  machine.costs.inquiry = 1;
  TableBuilder builder(3);
  for (const int from : {1, 2}) builder.add(0, from, 0, direct(from, 0, 100));
  const std::vector<PhaseTable> tables = std::move(builder).tables(1);
  const auto seconds = [&](double interrupt, const LockOptions& lock) {
    machine.costs.interrupt = interrupt;
    return predict(tables, {.way = {.protocol = Protocol::lock, .lock = lock}}, machine, 1);
  };
  const double one_message = 2 + 5 + 10, one_inquiry = 2;
  for (const double interrupt : {0.25, 0.5}) {
    const double later = seconds(interrupt, of_1993) - seconds(0, of_1993);
    EXPECT_GE(later, 4 * interrupt) << "inquiries while the message is under way";
    EXPECT_LE(later, interrupt * one_message / (one_inquiry - interrupt) + one_inquiry);
    EXPECT_LT(seconds(interrupt, only_measure), seconds(interrupt, of_1993))
        << "it leaves the receiver alone";
  }
}

TEST(Predict, ARelayCopiesTheUnitsOfOthers) {
  Machine machine = crossbar();
  machine.costs.copy = 0.5;
  TableBuilder builder(3);
  builder.add(0, 0, 1, {{0, 1, 0, 10}, {0, 2, 0, 10}});
  builder.add(1, 1, 2, {{0, 2, 0, 10}, {1, 2, 0, 20}});
  EXPECT_NEAR(predict(std::move(builder).tables(2), {}, machine, 1), (5 + 2 + 1) + (0.5 * 10 + 5 + 3 + 1),
              1e-9);
}

TEST(Predict, WhatIsSentOnWaitsForWhatHasComeBefore) {
  TableBuilder builder(3);
  builder.add(0, 0, 1, direct(0, 2, 10));
  builder.add(1, 1, 2, direct(0, 2, 10));
  EXPECT_NEAR(predict(std::move(builder).tables(2), {}, crossbar(), 1), 2 * (5 + 1 + 1), 1e-9);
}

TEST(Predict, LinearOnAHypercubeIsFreeOfContentionAndNaiveIsNot) {
  const auto all_to_all = make_random_matrix({.ranks = 32, .density = 31, .longest = 1}, 1);
  const Machine machine = ipsc860(32);
  const auto time = [&](Algorithm algorithm) {
    const Schedule schedule = make_schedule(all_to_all, {.algorithm = algorithm, .machine = machine});
    return predict(schedule.tables, {.way = {Protocol::pairwise_sync}}, machine, 4096);
  };
  EXPECT_GT(time(Algorithm::naive), 1.3 * time(Algorithm::pairwise));
}

TEST(Predict, ChanceDelaysStartsByTheSeed) {
  Machine machine = crossbar();
  const auto table = one_message(2, 0, 1, 10);
  const double plain = predict(table, {}, machine, 1);
  machine.costs.noise = 3;
  const auto later = [&](std::uint64_t seed) { return predict(table, {.seed = seed}, machine, 1) - plain; };
  double least = 3, most = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    EXPECT_EQ(later(seed), later(seed));
    least = std::min(least, later(seed));
    most = std::max(most, later(seed));
  }
  EXPECT_GE(least, 0);
  EXPECT_LE(most, 3);
  EXPECT_LT(least, 0.1);
  EXPECT_GT(most, 2.9);
}

// Two ranks with a message for each other are both busy; a rank that only receives waits.
TEST(Predict, WhatIsNotWaitedForTakesLonger) {
  Machine machine = crossbar();
  machine.costs.unawaited = 100;
  EXPECT_NEAR(predict(one_message(2, 0, 1, 10), {}, machine, 1), 5 + 1 + 1, 1e-9);

  TableBuilder builder(2);
  builder.add(0, 0, 1, direct(0, 1, 10));
  builder.add(0, 1, 0, direct(1, 0, 10));
  const std::vector<PhaseTable> tables = std::move(builder).tables(1);
  for (const auto& [protocol, name] : protocols) {
    const double more = entry_of(protocol).is_phased ? 0 : 100;
    EXPECT_NEAR(predict(tables, {.way = {protocol}}, machine, 1), more + 5 + 1 + 1, 1e-9) << name;
  }
}

// Two ranks exchange 100 bytes, at half the bandwidth each way unless they are sent in fragments, as they are
// if all stages are phased.
TEST(Predict, FragmentsWaitForNoAcknowledgements) {
  Machine machine = crossbar();
  machine.costs.exchange_penalty = 1;
  TableBuilder builder(2);
  builder.add(0, 0, 1, direct(0, 1, 100));
  builder.add(0, 1, 0, direct(1, 0, 100));
  const std::vector<PhaseTable> tables = std::move(builder).tables(1);
  for (const auto& [protocol, name] : protocols)
    for (const double fragment : {0, 20}) {
      machine.costs.fragment = fragment;
      const double transfer = entry_of(protocol).sends_fragments() && fragment > 0 ? 10 : 20;
      EXPECT_NEAR(predict(tables, {.way = {protocol}}, machine, 1), 5 + transfer + 1, 1e-9) << name;
    }
  EXPECT_NEAR(predict(tables, {.way = {{Protocol::barrier, Protocol::lock}}}, machine, 1), 5 + 20 + 1, 1e-9);
}

class PredictEveryPlan : public testing::TestWithParam<Algorithm> {};

INSTANTIATE_TEST_SUITE_P(Algorithms, PredictEveryPlan, testing::ValuesIn(all_algorithms()),
                         [](const auto& algorithm) { return std::string(name_of(algorithm.param)); });

// Nothing hangs, nothing is faster than the busiest rank can be, and the same is predicted again.
TEST_P(PredictEveryPlan, FinishesNotBeforeTheBusiestRankCan) {
  for (const char* name : {"crossbar", "hypercube:4", "fat_tree:4x2"})
    for (const auto contention : {Costs::Contention::share, Costs::Contention::queue})
      for (const auto& [protocol, protocol_name] : protocols)
        for (std::uint64_t seed = 0; seed < 2; ++seed) {
          Machine machine = machine_named(name, 16);
          machine.ranks_per_host = 1;
          machine.costs = {.start_up = 3,
                           .receive = 1,
                           .signal = 1,
                           .per_hop = 0.5,
                           .bandwidth = 10,
                           .contention = contention};
          const auto matrix =
              make_random_matrix({.ranks = 16, .density = static_cast<int>(7 * seed), .longest = 20}, seed);
          const Schedule schedule =
              make_schedule(matrix, {.algorithm = GetParam(), .seed = seed, .machine = machine});
          const ReplayModel model{.way = {protocol}, .seed = seed};
          const double seconds = predict(schedule.tables, model, machine, 8);
          double busiest = 0;
          for (const PhaseTable& table : schedule.tables) {
            Units units = 0;
            for (const Transfer& send : table.sends)
              if (send.partner != &table - schedule.tables.data()) units += length(send.pieces);
            busiest = std::max(busiest, static_cast<double>(units) * 8 / 10);
          }
          ASSERT_GE(seconds, busiest * (1 - 1e-9)) << name << ' ' << protocol_name << " seed " << seed;
          ASSERT_EQ(seconds, predict(schedule.tables, model, machine, 8));
        }
}

TEST(Predict, TablesThatDoNotFitTogetherAreRefused) {
  std::vector<PhaseTable> tables = one_message(2, 0, 1, 5);
  tables[1].receives.clear();
  EXPECT_THROW((void)predict(tables, {}, crossbar(), 1), Error);
  tables = one_message(2, 0, 1, 5);
  tables[0].sends.clear();
  EXPECT_THROW((void)predict(tables, {}, crossbar(), 1), Error);
}

TEST(Predict, LocksThatCostNothingToAskForEndToo) {
  Machine machine{.costs = {.bandwidth = 10, .receive_penalty = 0.5}};
  TableBuilder builder(8);
  for (int from = 1; from < 8; ++from) builder.add(0, from, 0, direct(from, 0, 100));
  const auto tables = std::move(builder).tables(1);
  for (const bool busy_measure : {true, false}) {
    const ReplayModel model{.way = {.protocol = Protocol::lock, .lock = {.busy_measure = busy_measure}}};
    EXPECT_GE(predict(tables, model, machine, 1), 70);
  }
}

}  // namespace
}  // namespace partita::predict_test
