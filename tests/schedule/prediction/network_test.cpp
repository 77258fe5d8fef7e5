#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/prediction/network.hpp>
#include <partita/schedule/prediction/resources.hpp>
#include <partita/support/random.hpp>

namespace partita {
using namespace detail;
namespace {

struct Sent {
  int from, to;
  double bytes;
  double at = 0;
};

// When each of them, in ascending order of time, is through.
std::vector<double> through(const Machine& machine, int ranks, const std::vector<Sent>& messages,
                            double resolution = 0) {
  const std::unique_ptr<Network> network = make_network(machine, ranks, resolution);
  std::vector<double> times(messages.size());
  const auto go_on = [&](double until) {
    while (network->next() <= until) {
      const double now = network->next();
      for (const std::size_t name : network->advance(now)) times[name] = now;
    }
  };
  for (std::size_t k = 0; k < messages.size(); ++k) {
    go_on(messages[k].at);
    network->enter(k, messages[k].from, messages[k].to, messages[k].bytes, messages[k].at,
                   flight_seconds(machine, messages[k].from, messages[k].to));
  }
  go_on(std::numeric_limits<double>::max());
  return times;
}

void expect_times(const std::vector<double>& times, const std::vector<double>& expected) {
  ASSERT_EQ(times.size(), expected.size());
  for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(times[k], expected[k], 1e-6 * expected[k]) << k;
}

Machine crossbar() { return {.costs = {.bandwidth = 10}}; }

TEST(Network, MessagesOfOtherRanksDoNotMeetOnACrossbar) {
  expect_times(through(crossbar(), 4, {{0, 1, 100}, {2, 3, 50}, {1, 0, 100, 3}}), {10, 5, 13});
}

TEST(Network, AReceiverIsSharedFairly) {
  expect_times(through(crossbar(), 4, {{0, 3, 100}, {1, 3, 100}, {2, 3, 50}}), {25, 25, 15});
}

TEST(Network, ASenderTooAndWhatOneLeavesTheOthersTake) {
  // 0 -> 2 and 1 -> 2 share the path into 2, 1 -> 3 has what its sender has left.
  expect_times(through(crossbar(), 4, {{0, 2, 100}, {1, 2, 100}, {1, 3, 100}}), {20, 20, 20});
  expect_times(through(crossbar(), 4, {{0, 2, 100}, {1, 2, 50}, {1, 3, 100}}), {15, 10, 15});
}

TEST(Network, ThoseThatComeLaterSlowThoseThatAreThere) {
  expect_times(through(crossbar(), 3, {{0, 2, 100}, {1, 2, 100, 5}}), {15, 20});
}

TEST(Network, HalfDuplexTheTwoDirectionsShare) {
  Machine machine = crossbar();
  expect_times(through(machine, 2, {{0, 1, 100}, {1, 0, 100}}), {10, 10});
  machine.costs.duplex = Costs::Duplex::half;
  expect_times(through(machine, 2, {{0, 1, 100}, {1, 0, 100}}), {20, 20});
}

Machine pairwise() {
  Machine machine = crossbar();
  machine.costs.start_up = 2;
  machine.costs.contention = Costs::Contention::queue;
  machine.costs.duplex = Costs::Duplex::pairwise;
  return machine;
}

TEST(Network, PairwiseOnlyTwoThatExchangeDoBothAtOnce) {
  expect_times(through(pairwise(), 2, {{0, 1, 100}, {1, 0, 100}}), {10, 10});
  expect_times(through(pairwise(), 3, {{0, 1, 100}, {1, 2, 100}, {2, 0, 100}}),
               {10, 30, 20});  // 0 is free before 1 is
}

// Bokhari 1991, section 5: "a short delay causes them to be carried out serially".
TEST(Network, PairwiseTheyBeginNearlySimultaneouslyOrOneWaitsForTheOther) {
  expect_times(through(pairwise(), 2, {{0, 1, 100}, {1, 0, 100, 2}}), {10, 12});
  expect_times(through(pairwise(), 2, {{0, 1, 100}, {1, 0, 100, 3}}), {10, 20});
  // When 0 -> 1 comes, 1 -> 0 waits for another: it has not begun.
  expect_times(through(pairwise(), 3, {{2, 1, 100}, {1, 0, 100}, {0, 1, 100, 1}}), {10, 20, 30});
}

TEST(Network, WhoSendsOrReceivesManyMessagesAtATimeMayBePunished) {
  Machine machine = crossbar();
  machine.costs.send_penalty = 1;
  expect_times(through(machine, 3, {{0, 1, 100}, {0, 2, 100}}), {40, 40});
  expect_times(through(machine, 3, {{1, 0, 100}, {2, 0, 100}}), {20, 20});
  machine.costs = {.bandwidth = 10, .receive_penalty = 0.5};
  expect_times(through(machine, 3, {{1, 0, 100}, {2, 0, 100}}), {30, 30});
}

TEST(Network, WhoDoesBothAtATimeMayBeSlowerAndMoreSoWithOnePartner) {
  Machine machine = crossbar();
  machine.costs.both_ways_penalty = 0.5;
  expect_times(through(machine, 3, {{0, 1, 100}, {1, 2, 100}, {2, 0, 100}}), {15, 15, 15});
  expect_times(through(machine, 3, {{0, 1, 100}, {0, 2, 100}}), {20, 20});
  machine.costs.exchange_penalty = 1;
  expect_times(through(machine, 3, {{0, 1, 100}, {1, 2, 100}, {2, 0, 100}}), {15, 15, 15});
  expect_times(through(machine, 2, {{0, 1, 100}, {1, 0, 100}}), {30, 30});
  expect_times(through(machine, 2, {{0, 1, 100}, {1, 0, 100, 10}}), {10, 20});
}

TEST(Network, WhatLeavesWithoutAcknowledgementsIsSparedThesePenalties) {
  Machine machine = crossbar();
  machine.costs = {.bandwidth = 10, .both_ways_penalty = 0.5, .exchange_penalty = 1, .spared = 40};
  expect_times(through(machine, 3, {{0, 1, 40}, {1, 2, 40}, {2, 0, 40}}), {4, 4, 4});
  expect_times(through(machine, 3, {{0, 1, 100}, {1, 2, 100}, {2, 0, 100}}), {13, 13, 13});
  expect_times(through(machine, 2, {{0, 1, 40}, {1, 0, 40}}), {4, 4});
  expect_times(through(machine, 2, {{0, 1, 80}, {1, 0, 80}}), {15, 15});  // 8 * (1 + 0.5 / 2) * (1 + 1 / 2)
}

TEST(Network, AfterAPauseSomeBytesPassAtOnce) {
  Machine machine = crossbar();
  machine.costs.burst = 40;
  expect_times(through(machine, 2, {{0, 1, 100}}), {6});
  expect_times(through(machine, 2, {{0, 1, 40}, {0, 1, 40}}), {0, 4});
  expect_times(through(machine, 2, {{0, 1, 100}, {0, 1, 100, 8}}), {6, 16});  // 20 have come in between
  expect_times(through(machine, 3, {{0, 1, 40}, {2, 1, 100}}), {0, 10});      // 1 holds none for the second
}

TEST(Network, OrAtABandwidthOfTheirOwn) {
  Machine machine = crossbar();
  machine.costs.burst = 40;
  machine.costs.burst_bandwidth = 20;
  expect_times(through(machine, 2, {{0, 1, 100}}), {8});
  expect_times(through(machine, 2, {{0, 1, 20}, {1, 0, 20}}), {1, 1});
}

TEST(Network, WhatOverflowsAQueueIsLateOnce) {
  Machine machine = crossbar();
  machine.costs.queue = 60;
  machine.costs.window = 20;
  machine.costs.loss = 1000;
  expect_times(through(machine, 5, {{0, 1, 100}, {0, 2, 100}, {0, 3, 100}}), {30, 30, 30});
  expect_times(through(machine, 5, {{0, 1, 100}, {0, 2, 100}, {0, 3, 100}, {0, 4, 100}}), {40, 40, 40, 1040});
  expect_times(through(machine, 5, {{0, 1, 15}, {0, 2, 15}, {0, 3, 15}, {0, 4, 15}}), {6, 6, 6, 6});
  // Both directions count, and what comes when others are through is not lost.
  expect_times(through(machine, 5, {{0, 1, 100}, {0, 2, 100}, {3, 0, 100}, {4, 0, 100}}), {20, 20, 20, 1020});
  expect_times(through(machine, 5, {{0, 1, 100}, {0, 2, 100}, {3, 0, 100}, {4, 0, 100, 20}}),
               {20, 20, 10, 30});
}

TEST(Network, RanksOfOneHostShareItsQueueToo) {
  Machine machine = crossbar();
  machine.ranks_per_host = 2;
  machine.costs.queue = 30;
  machine.costs.window = 20;
  machine.costs.loss = 1000;
  expect_times(through(machine, 4, {{0, 2, 100}, {1, 3, 100}}), {20, 1020});
}

TEST(Network, CircuitsAreGrantedInTheOrderOfTheirRequests) {
  Machine machine = crossbar();
  machine.costs.contention = Costs::Contention::queue;
  expect_times(through(machine, 4, {{0, 3, 100}, {1, 3, 100}, {2, 3, 50}, {1, 2, 10}}), {10, 20, 25, 1});
}

TEST(Network, LinksHaveTheBandwidthOfTheirLevel) {
  Machine machine = machine_named("fat_tree:2x2", 4);
  machine.costs = {.bandwidth = 100, .link_bandwidth = {10, 5}};
  expect_times(through(machine, 4, {{0, 1, 100}}), {10});
  expect_times(through(machine, 4, {{0, 3, 100}}), {20});
}

TEST(Network, RanksOfOneHostShareItsWays) {
  Machine machine = crossbar();
  machine.ranks_per_host = 2;
  expect_times(through(machine, 4, {{0, 2, 100}, {1, 3, 100}}), {20, 20});
}

TEST(Network, NobodyWaitsForNothing) { expect_times(through({}, 3, {{0, 1, 1e9}, {1, 2, 0, 2}}), {0, 2}); }

// The eight paths of Bokhari 1991, section 2.3, all over the link 7 -> 15: more than seven times one message.
TEST(Network, EightCircuitsOverOneLinkGoOneAfterTheOther) {
  Machine machine = machine_named("hypercube:7", 128);
  machine.costs = {.bandwidth = 1, .contention = Costs::Contention::queue};
  std::vector<Sent> messages;
  for (const auto& [from, to] : std::vector<std::pair<int, int>>{
           {0, 127}, {1, 63}, {3, 31}, {7, 15}, {5, 79}, {6, 47}, {2, 95}, {4, 111}})
    messages.push_back({from, to, 1000});
  const std::vector<double> times = through(machine, 128, messages);
  EXPECT_NEAR(*std::max_element(times.begin(), times.end()), 8000, 1e-3);
}

// Whatever the rule: nobody is through before the busiest resource can be, and there is always one at work.
TEST(Network, TakesAtLeastWhatTheBusiestNeedsAndNeverIdles) {
  for (const char* name :
       {"crossbar", "hypercube:4", "mesh:4x4", "torus:4x4", "fat_tree:4x2", "dragonfly:2x2x1"})
    for (const auto contention : {Costs::Contention::share, Costs::Contention::queue})
      for (const auto duplex : {Costs::Duplex::full, Costs::Duplex::half})
        for (std::uint64_t seed = 0; seed < 30; ++seed) {
          Machine machine = machine_named(name, 12);
          machine.costs = {
              .bandwidth = 3, .link_bandwidth = {2, 1}, .duplex = duplex, .contention = contention};
          Random random(seed);
          std::vector<Sent> messages;
          std::map<int, double> load;  // seconds of each resource
          double alone = 0;
          for (int k = 0; k < 30; ++k) {
            const int from = static_cast<int>(random.below(12)), to = static_cast<int>(random.below(12));
            if (from == to) continue;
            const double bytes = 1 + random.below(100);
            messages.push_back({from, to, bytes});
            double slowest = bytes / 3;
            const bool half = duplex == Costs::Duplex::half;
            load[2 * from] += bytes / 3;
            load[2 * to + (half ? 0 : 1)] += bytes / 3;
            for (const int link : machine.route(from, to)) {
              const double seconds = bytes / (machine.topology->level(link) == 0 ? 2 : 1);
              load[1000 + link] += seconds;
              slowest = std::max(slowest, seconds);
            }
            alone += slowest;
          }
          const std::vector<double> times = through(machine, 12, messages);
          const double last = *std::max_element(times.begin(), times.end());
          double busiest = 0;
          for (const auto& [resource, seconds] : load) busiest = std::max(busiest, seconds);
          EXPECT_GE(last, busiest * (1 - 1e-6)) << name;
          EXPECT_LE(last, alone * (1 + 1e-6)) << name;
        }
}

// Max-min fair shares by the definition: all messages and all resources are looked at whenever one comes or
// goes.
std::vector<double> by_definition(const Machine& machine, int ranks, const std::vector<Sent>& messages) {
  const Resources resources(machine, ranks);
  struct UnderWay {
    std::size_t name;
    double left, rate;
    std::vector<int> path;
  };
  std::vector<UnderWay> under_way;
  std::vector<double> times(messages.size());
  const double never = std::numeric_limits<double>::infinity();
  double now = 0;
  for (std::size_t entered = 0; entered < messages.size() || !under_way.empty();) {
    std::vector<double> left;
    for (int k = 0; k < resources.count(); ++k) left.push_back(resources.bandwidth(k));
    for (UnderWay& message : under_way) message.rate = 0;
    for (;;) {
      double least = never;
      int fullest = -1;
      for (int k = 0; k < resources.count(); ++k) {
        const auto users = std::count_if(under_way.begin(), under_way.end(), [&](const UnderWay& one) {
          return one.rate == 0 && std::count(one.path.begin(), one.path.end(), k) > 0;
        });
        if (users == 0 || left[static_cast<std::size_t>(k)] / static_cast<double>(users) >= least) continue;
        least = left[static_cast<std::size_t>(k)] / static_cast<double>(users);
        fullest = k;
      }
      if (fullest < 0) break;
      for (UnderWay& one : under_way) {
        if (one.rate > 0 || std::count(one.path.begin(), one.path.end(), fullest) == 0) continue;
        one.rate = least;
        for (const int used : one.path) left[static_cast<std::size_t>(used)] -= least;
      }
    }
    double next = entered < messages.size() ? messages[entered].at : never;
    for (const UnderWay& one : under_way) next = std::min(next, now + one.left / one.rate);
    for (UnderWay& one : under_way) one.left -= one.rate * (next - now);
    now = next;
    std::erase_if(under_way, [&](const UnderWay& one) {
      if (one.left > 1e-9) return false;
      times[one.name] = now;
      return true;
    });
    for (; entered < messages.size() && messages[entered].at <= now; ++entered) {
      const auto& [from, to, bytes, at] = messages[entered];
      under_way.push_back({entered, bytes, 0, resources.path(from, to)});
    }
  }
  return times;
}

std::vector<Sent> random_messages(int ranks, std::uint64_t seed) {
  Random random(seed);
  std::vector<Sent> messages;
  double at = 0;
  while (messages.size() < 25) {
    at += random.below(8);
    const int from = static_cast<int>(random.below(static_cast<std::uint32_t>(ranks))),
              to = static_cast<int>(random.below(static_cast<std::uint32_t>(ranks)));
    if (from / 2 != to / 2) messages.push_back({from, to, 1.0 + random.below(100), at});
  }
  return messages;
}

TEST(FluidNetwork, HasMaxMinFairShares) {
  for (const char* name : {"crossbar", "hypercube:3", "torus:3x3", "fat_tree:2x3"})
    for (const auto duplex : {Costs::Duplex::full, Costs::Duplex::half})
      for (const int ranks_per_host : {1, 2})
        for (std::uint64_t seed = 0; seed < 25; ++seed) {
          Machine machine = machine_named(name, 8);
          machine.ranks_per_host = ranks_per_host;
          machine.costs = {.bandwidth = 3, .link_bandwidth = {2, 1}, .duplex = duplex};
          const std::vector<Sent> messages = random_messages(8, seed);
          expect_times(through(machine, 8, messages), by_definition(machine, 8, messages));
        }
}

// Many messages between the same two hosts, all within one step of the resolution.
TEST(FluidNetwork, IsNotFasterThanAHostHoweverCoarseTheResolution) {
  Machine machine = crossbar();
  machine.ranks_per_host = 16;
  std::vector<Sent> messages;
  for (int k = 0; k < 16; ++k) messages.push_back({k, 16 + k, 10, 0.01 * k});
  const std::vector<double> times = through(machine, 32, messages, 5);
  EXPECT_GE(*std::max_element(times.begin(), times.end()), 16 * (1 - 1e-9));
}

TEST(FluidNetwork, ACoarseResolutionIsWrongByLittle) {
  int different = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Machine machine = machine_named("fat_tree:2x3", 8);
    machine.costs = {.bandwidth = 3, .link_bandwidth = {2, 1}};
    const std::vector<Sent> messages = random_messages(8, seed);
    const std::vector<double> exact = through(machine, 8, messages),
                              coarse = through(machine, 8, messages, 2);
    if (exact != coarse) ++different;
    EXPECT_NEAR(*std::max_element(coarse.begin(), coarse.end()),
                *std::max_element(exact.begin(), exact.end()),
                0.1 * *std::max_element(exact.begin(), exact.end()));
  }
  EXPECT_GT(different, 40);
}

}  // namespace
}  // namespace partita
