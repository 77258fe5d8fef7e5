#include <algorithm>
#include <iterator>

#include <gtest/gtest.h>

#include <partita/inspector/runs.hpp>
#include <partita/support/random.hpp>

namespace partita {

using namespace detail;

namespace {

Runs runs_of(const std::vector<std::size_t>& items) {
  Runs runs;
  for (const std::size_t item : items) runs.append(item);
  return runs;
}

std::vector<std::size_t> items_of(const Runs& runs) {
  std::vector<std::size_t> items;
  for (const Run& run : runs.runs())
    for (std::size_t item = run.begin; item < run.end; ++item) items.push_back(item);
  return items;
}

TEST(Runs, AreAsFewAsTheyCanBe) {
  const Runs runs = runs_of({1, 2, 3, 5, 6, 9});
  EXPECT_EQ((std::vector<partita::Run>{{1, 4}, {5, 7}, {9, 10}}),
            std::vector(runs.runs().begin(), runs.runs().end()));
  EXPECT_EQ(runs.items(), 6u);
  EXPECT_TRUE(Runs(0).runs().empty());
}

TEST(Runs, AreSetsOfItems) {
  Random random(1);
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::size_t> one, other, both, rest, all;
    for (std::size_t item = 0; item < 40; ++item) {
      if (random.below(4) != 0) one.push_back(item);
      if (random.below(4) == 0) other.push_back(item);
    }
    std::ranges::set_intersection(one, other, std::back_inserter(both));
    std::ranges::set_difference(one, other, std::back_inserter(rest));
    std::ranges::set_union(one, other, std::back_inserter(all));
    EXPECT_EQ(items_of(runs_of(one)), one);
    EXPECT_EQ(common(runs_of(one), other), both);
    EXPECT_EQ(without(runs_of(one), other), runs_of(rest)) << "and as few runs";
    EXPECT_EQ(with(runs_of(rest), other), runs_of(all)) << "and as few runs";
  }
}

}  // namespace
}  // namespace partita
