// How likely a network is to lose messages, and what that costs a strategy.
#include <gtest/gtest.h>

#include <partita/executor/choice/risk.hpp>

namespace partita {
using namespace detail;
namespace {

constexpr double kilobyte = 1024;
const Strategy at_once, one_by_one{Algorithm::colouring, Protocol::windowed, 1};

Burden each_to_four(double kilobytes) {
  Burden burden;
  burden.add({{1, 1}, {2, 1}, {3, 1}, {4, 1}}, kilobytes * kilobyte);
  return burden;
}

TEST(Risk, IsThatMessagesLeaveAHostTogether) {
  const Machine machine = machine_named("crossbar", 8);
  const Burden burden = each_to_four(64);
  EXPECT_EQ(risk_of(at_once, machine, burden), 3);
  EXPECT_EQ(risk_of({Algorithm::colouring, Protocol::windowed, 4}, machine, burden), 3);
  EXPECT_EQ(risk_of(one_by_one, machine, burden), 1);
  EXPECT_EQ(risk_of({Algorithm::colouring, Protocol::ready_signal}, machine, burden), 0);
  EXPECT_EQ(risk_of({Algorithm::colouring, Protocol::pairwise_sync}, machine, burden), 0);
  EXPECT_EQ(risk_of({Algorithm::colouring, Protocol::barrier}, machine, burden), 0);
  EXPECT_EQ(risk_of({Algorithm::colouring, Protocol::global_once}, machine, burden), 1);
  EXPECT_EQ(risk_of({Algorithm::node_aware, Protocol::post_all}, machine, burden), 0);
}

TEST(Risk, ShortMessagesLeaveTogetherEvenOneByOneForTheyAreBuffered) {
  Machine machine = machine_named("crossbar", 8);
  EXPECT_EQ(risk_of(one_by_one, machine, each_to_four(16)), 1) << "no queue is known";
  machine.costs.queue = 170e3;
  EXPECT_EQ(risk_of(one_by_one, machine, each_to_four(16)), 2);
  machine.costs.queue = 350e3;
  EXPECT_EQ(risk_of(one_by_one, machine, each_to_four(16)), 1) << "64 KB are less than a fifth of it";
}

TEST(Risk, ALongMessageIsBufferedWhenTheNextOneBegins) {
  Machine machine = machine_named("crossbar", 8);
  machine.costs.queue = 350e3;
  EXPECT_EQ(risk_of(one_by_one, machine, each_to_four(64)), 1);
  EXPECT_EQ(risk_of(one_by_one, machine, each_to_four(256)), 2);
  machine.costs.queue = 170e3;
  EXPECT_EQ(risk_of(one_by_one, machine, each_to_four(64)), 2);
}

TEST(Risk, AFewShortMessagesAmongLongOnesAreNoBurst) {
  Burden burden = each_to_four(100);
  burden.add({{1, 1}}, 16 * kilobyte);
  EXPECT_EQ(risk_of(one_by_one, machine_named("crossbar", 8), burden), 1);
}

TEST(Risk, RanksOfOneHostSendTogether) {
  Machine machine = machine_named("crossbar", 8);
  machine.ranks_per_host = 4;
  EXPECT_EQ(risk_of(one_by_one, machine, each_to_four(64)), 2);
}

TEST(Risk, IsNoneIfAllMessagesFitTheShortestQueue) {
  EXPECT_FALSE(may_lose(each_to_four(8)));
  EXPECT_EQ(risk_of(at_once, machine_named("crossbar", 8), each_to_four(8)), 0);
}

TEST(Risk, CountsWhatARankReceivesToo) {
  const CommunicationMatrix to_one({{{3, 1}}, {{3, 1}}, {{3, 1}}, {}});
  EXPECT_TRUE(may_lose(burden_of(to_one, 16 * kilobyte)));
}

TEST(Risk, IsAHandicapOnlyWhereTheMachineLosesMessages) {
  Machine machine = machine_named("crossbar", 8);
  EXPECT_EQ(handicap_of(2, machine), 1);
  machine.costs.loss = 0.2;
  EXPECT_EQ(handicap_of(2, machine), 1.05);
  EXPECT_EQ(handicap_of(1, machine), 1);
}

}  // namespace
}  // namespace partita
