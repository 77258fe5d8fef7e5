#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/prediction/network.hpp>
#include <partita/support/random.hpp>

namespace partita {
namespace {

struct Sent {
  int from, to;
  double bytes;
  double at = 0;
};

// When each of them, in ascending order of time, is through.
std::vector<double> through(const Machine& machine, int ranks, const std::vector<Sent>& messages) {
  Network network(machine, ranks);
  std::vector<double> times(messages.size());
  const auto go_on = [&](double until) {
    while (network.next() <= until) {
      const double now = network.next();
      for (const std::size_t name : network.advance(now)) times[name] = now;
    }
  };
  for (std::size_t k = 0; k < messages.size(); ++k) {
    go_on(messages[k].at);
    network.enter(k, messages[k].from, messages[k].to, messages[k].bytes, messages[k].at);
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
  // 0 -> 2 and 1 -> 2 share the way into 2, 1 -> 3 has what its sender has left.
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

TEST(Network, PairwiseOnlyTwoThatExchangeDoBothAtOnce) {
  Machine machine = crossbar();
  machine.costs.contention = Costs::Contention::queue;
  machine.costs.duplex = Costs::Duplex::pairwise;
  expect_times(through(machine, 2, {{0, 1, 100}, {1, 0, 100}}), {10, 10});
  expect_times(through(machine, 3, {{0, 1, 100}, {1, 2, 100}, {2, 0, 100}}), {10, 20, 30});
}

TEST(Network, WhoSendsOrReceivesManyMessagesAtATimeMayBePunished) {
  Machine machine = crossbar();
  machine.costs.send_penalty = 1;
  expect_times(through(machine, 3, {{0, 1, 100}, {0, 2, 100}}), {40, 40});
  expect_times(through(machine, 3, {{1, 0, 100}, {2, 0, 100}}), {20, 20});
  machine.costs = {.bandwidth = 10, .receive_penalty = 0.5};
  expect_times(through(machine, 3, {{1, 0, 100}, {2, 0, 100}}), {30, 30});
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

}  // namespace
}  // namespace partita
