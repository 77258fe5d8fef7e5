#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/message.hpp>
#include <partita/schedule/verify.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

Schedule schedule_on(int ranks_per_host, const CommunicationMatrix& matrix) {
  ScheduleOptions options;
  options.algorithm = Algorithm::node_aware;
  options.machine.ranks_per_host = ranks_per_host;
  return make_schedule(matrix, options);
}

// Those between hosts.
std::vector<Message> messages_between(int ranks_per_host, const Schedule& schedule) {
  std::vector<Message> all = messages(schedule.tables);
  std::erase_if(all, [=](const Message& message) {
    return message.from / ranks_per_host == message.to / ranks_per_host;
  });
  return all;
}

TEST(NodeAware, RelaysEverythingOnceWithoutNodeContention) {
  for (std::uint64_t seed = 0; seed < 700; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    const int ranks_per_host = 1 + static_cast<int>(seed % 9);
    EXPECT_EQ(verify(schedule_on(ranks_per_host, matrix), matrix), std::nullopt)
        << "seed " << seed << ", the last host may have fewer ranks than " << ranks_per_host;
  }
}

TEST(NodeAware, OneMessageAtMostFromAnyHostToAnyOther) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const int k = 1 + static_cast<int>(seed % 9);
    std::map<std::pair<int, int>, int> count;
    for (const Message& message : messages_between(k, schedule_on(k, testing_support::random_matrix(seed))))
      ++count[{message.from / k, message.to / k}];
    for (const auto& [hosts, messages] : count) EXPECT_EQ(messages, 1) << "seed " << seed;
  }
}

TEST(NodeAware, ChargesAreSpreadOverTheRanksOfAHost) {
  // 16 hosts of 4, all to all: each host sends to 15 others.
  const auto matrix = make_random_matrix({.ranks = 64, .density = 63}, 1);
  std::vector<int> sent(64, 0), received(64, 0);
  for (const Message& message : messages_between(4, schedule_on(4, matrix))) {
    ++sent[static_cast<std::size_t>(message.from)];
    ++received[static_cast<std::size_t>(message.to)];
  }
  for (const auto& counts : {sent, received}) {
    EXPECT_EQ(*std::min_element(counts.begin(), counts.end()), 3);
    EXPECT_EQ(*std::max_element(counts.begin(), counts.end()), 4);
  }
}

TEST(NodeAware, AHeavyPairOfHostsGetsARankToItself) {
  // Hosts of 2: the first has 100 units for one host, 10 for each of two others.
  const CommunicationMatrix matrix({{{2, 100}, {4, 10}}, {{6, 10}}, {}, {}, {}, {}, {}, {}});
  std::map<int, int> messages_of;
  for (const Message& message : messages_between(2, schedule_on(2, matrix))) ++messages_of[message.from];
  EXPECT_EQ(messages_of, (std::map<int, int>{{0, 1}, {1, 2}}));
}

TEST(NodeAware, OnOneHostOrOnHostsOfOneEverythingIsDirect) {
  const auto matrix = make_random_matrix({.ranks = 16, .density = 5}, 1);
  for (const int ranks_per_host : {1, 16, 99}) {
    const Schedule schedule = schedule_on(ranks_per_host, matrix);
    EXPECT_EQ(schedule.phases(), 5) << "the other stages take none";
    for (const Message& message : messages(schedule.tables))
      EXPECT_EQ(message.pieces, direct(message.from, message.to, 1));
  }
}

}  // namespace
}  // namespace partita
