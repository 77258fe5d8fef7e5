#include <algorithm>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include <partita/schedule/direct/open_phase.hpp>

#include "tests/schedule/machines.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

const Unsent& message_of(const UnsentRows& rows, const Pick& pick) {
  return rows[static_cast<std::size_t>(pick.from)][pick.index];
}

TEST(Compress, KeepsEveryMessageInRandomOrder) {
  Random random(1);
  const auto matrix = testing_support::random_matrix(1);
  const UnsentRows unsent = compress(matrix, random);
  bool any_moved = false;
  int message = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    auto row = unsent[static_cast<std::size_t>(rank)];
    any_moved = any_moved || !std::ranges::is_sorted(row, {}, &Unsent::message);
    std::ranges::sort(row, {}, &Unsent::message);
    ASSERT_EQ(row.size(), matrix.destinations(rank).size());
    for (std::size_t k = 0; k < row.size(); ++k) {
      EXPECT_EQ(row[k].to, matrix.destinations(rank)[k].rank);
      EXPECT_EQ(row[k].message, message++);
    }
  }
  EXPECT_TRUE(any_moved);
}

TEST(PickPhase, LeavesNothingThatWouldHaveFitted) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    for (const Machine& machine : testing_support::machines_for(matrix.ranks())) {
      Random random(seed);
      const UnsentRows rows = compress(matrix, random);
      OpenPhase phase(matrix.ranks(), machine);
      std::set<int> senders;
      for (const Pick& pick : pick_phase(rows, phase, machine.rewards_exchanges, random)) {
        EXPECT_TRUE(senders.insert(pick.from).second) << "two picks of one rank";
        EXPECT_TRUE(phase.receives(message_of(rows, pick).to));
      }
      for (int from = 0; from < matrix.ranks(); ++from)
        for (const Unsent& message : rows[static_cast<std::size_t>(from)])
          EXPECT_FALSE(phase.add(from, message.to)) << machine.name() << ", seed " << seed;
    }
  }
}

TEST(PickPhase, ARankTakesTheFirstOfItsMessagesThatFits) {
  const UnsentRows rows{{{1, 0}, {2, 1}}, {}, {}};
  OpenPhase phase(3, Machine{});
  Random random(1);
  const auto picks = pick_phase(rows, phase, false, random);
  ASSERT_EQ(picks.size(), 1u);
  EXPECT_EQ(message_of(rows, picks[0]).to, 1);
}

TEST(PickPhase, LooksForExchangesFirstWhereAsked) {
  // Whoever is visited first: 0 and 2 want to exchange, though 0 has a message for 1 before, and 2 one for 3.
  const UnsentRows rows{{{1, 0}, {2, 1}}, {}, {{3, 2}, {0, 3}}, {}};
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const bool exchanges_first : {false, true}) {
      OpenPhase phase(4, Machine{});
      Random random(seed);
      std::set<std::pair<int, int>> picked;
      for (const Pick& pick : pick_phase(rows, phase, exchanges_first, random))
        picked.insert({pick.from, message_of(rows, pick).to});
      const std::set<std::pair<int, int>> exchange{{0, 2}, {2, 0}}, in_order{{0, 1}, {2, 3}};
      EXPECT_EQ(picked, exchanges_first ? exchange : in_order);
    }
}

}  // namespace
}  // namespace partita
