// How likely a network is to lose messages, and what that costs a strategy.
#include <gtest/gtest.h>

#include <partita/executor/choice/risk.hpp>

namespace partita {
using namespace detail;
namespace {

constexpr double kilobyte = 1024;
const Strategy at_once, one_by_one{Algorithm::colouring, Protocol::windowed, 1};

TEST(Risk, IsThatMessagesLeaveAHostTogether) {
  const Machine machine = machine_named("crossbar", 8);
  const double burden = 256 * kilobyte;
  EXPECT_EQ(risk_of(at_once, machine, burden), 3);
  EXPECT_EQ(risk_of({Algorithm::colouring, Protocol::windowed, 4}, machine, burden), 3);
  EXPECT_EQ(risk_of(one_by_one, machine, burden), 1);
  EXPECT_EQ(risk_of({Algorithm::colouring, Protocol::ready_signal}, machine, burden), 0);
  EXPECT_EQ(risk_of({Algorithm::colouring, Protocol::pairwise_sync}, machine, burden), 0);
  EXPECT_EQ(risk_of({Algorithm::colouring, Protocol::barrier}, machine, burden), 0);
  EXPECT_EQ(risk_of({Algorithm::colouring, Protocol::global_once}, machine, burden), 1);
  EXPECT_EQ(risk_of({Algorithm::node_aware, Protocol::post_all}, machine, burden), 0);
}

TEST(Risk, RanksOfOneHostSendTogether) {
  Machine machine = machine_named("crossbar", 8);
  machine.ranks_per_host = 4;
  EXPECT_EQ(risk_of(one_by_one, machine, 256 * kilobyte), 2);
}

TEST(Risk, IsNoneIfAllMessagesFitTheShortestQueue) {
  EXPECT_FALSE(may_lose(32 * kilobyte));
  EXPECT_EQ(risk_of(at_once, machine_named("crossbar", 8), 32 * kilobyte), 0);
}

TEST(Risk, CountsWhatARankReceivesToo) {
  const CommunicationMatrix to_one({{{3, 1}}, {{3, 1}}, {{3, 1}}, {}});
  EXPECT_TRUE(may_lose(burden_of(to_one, 16 * kilobyte)));
}

TEST(Risk, IsAHandicapOnlyWhereTheMachineLosesMessages) {
  Machine machine = machine_named("crossbar", 8);
  EXPECT_EQ(handicap_of(2, 10, 1, machine), 1);
  machine.costs.loss = 0.2;
  EXPECT_EQ(handicap_of(2, 10, 1, machine), 1.05);
  EXPECT_EQ(handicap_of(3, 10, 1, machine), 1.05);
  EXPECT_EQ(handicap_of(0, 10, 1, machine), 1);
}

TEST(Risk, WhatSendsInTurnCountsAsThreeHundredthsMoreThanPortsNeedAtLeast) {
  Machine machine = machine_named("crossbar", 8);
  machine.costs.loss = 0.2;
  for (const double predicted : {10.0, 10.2, 10.3})
    EXPECT_NEAR(predicted * handicap_of(1, predicted, 10, machine), 10.3, 1e-9) << predicted;
  EXPECT_EQ(handicap_of(1, 10.4, 10, machine), 1);
}

}  // namespace
}  // namespace partita
