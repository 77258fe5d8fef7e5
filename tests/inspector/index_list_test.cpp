#include <algorithm>
#include <iterator>
#include <vector>

#include <gtest/gtest.h>

#include <partita/inspector/index_list.hpp>
#include <partita/support/random.hpp>

namespace partita {
namespace {

// Runs of up to `longest` consecutive indices, with gaps, forwards or anywhere.
std::vector<global_index> random_list(Random& random, std::uint32_t longest, bool ascending) {
  std::vector<global_index> list;
  global_index next = random.below(100);
  for (std::uint32_t runs = random.below(200); runs > 0; --runs) {
    for (std::uint32_t count = 1 + random.below(longest); count > 0; --count) list.push_back(next++);
    next = ascending ? next + 1 + random.below(5) : random.below(1000000);
  }
  return list;
}

TEST(IndexList, IsTheListThatItWasGiven) {
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const auto list = random_list(random, 1 + random.below(6), random.below(2) == 0);
    const IndexList kept(list);
    ASSERT_EQ(kept.size(), list.size());
    EXPECT_EQ(kept.values(), list);
    EXPECT_TRUE(std::equal(kept.begin(), kept.end(), list.begin(), list.end()));
    for (std::size_t k = list.size(); k-- > 0;) ASSERT_EQ(kept[k], list[k]);
    EXPECT_EQ(std::is_sorted(kept.begin(), kept.end()), std::ranges::is_sorted(list));
  }
}

TEST(IndexList, GrowsByPartsOfOthers) {
  Random random(2);
  for (int round = 0; round < 2000; ++round) {
    const auto one = random_list(random, 1 + random.below(6), false);
    const auto other = random_list(random, 1 + random.below(6), false);
    const std::size_t begin = random.below(static_cast<std::uint32_t>(other.size() + 1));
    const std::size_t count = random.below(static_cast<std::uint32_t>(other.size() - begin + 1));
    IndexList kept(one);
    kept.append(IndexList(other), begin, count, 7);
    auto expected = one;
    for (std::size_t k = begin; k < begin + count; ++k) expected.push_back(other[k] + 7);
    EXPECT_EQ(kept.values(), expected);
    EXPECT_EQ(kept.fingerprint(), IndexList(expected).fingerprint()) << "however it came to be";
  }
}

TEST(IndexList, FindsPlacesInAscendingRuns) {
  Random random(3);
  for (int round = 0; round < 500; ++round) {
    const auto list = random_list(random, 6, true);
    const IndexList kept(list);
    if (!kept.in_runs()) continue;
    for (global_index index = 0; index < 1500; ++index) {
      const auto found = std::ranges::lower_bound(list, index);
      const bool is_there = found != list.end() && *found == index;
      const IndexList::Stretch run = kept.stretch_with(index);
      ASSERT_EQ(run.count > 0, is_there);
      if (is_there) {
        ASSERT_EQ(run.place(index), static_cast<std::size_t>(found - list.begin()));
      }
      ASSERT_EQ(kept.lower_bound(index), static_cast<std::size_t>(found - list.begin()));
    }
  }
}

TEST(IndexList, AscendingAreSets) {
  Random random(4);
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::size_t> one, other, both, rest, all;
    for (std::size_t item = 0; item < 40; ++item) {
      if (random.below(4) != 0) one.push_back(item);
      if (random.below(4) == 0) other.push_back(item);
    }
    std::ranges::set_intersection(one, other, std::back_inserter(both));
    std::ranges::set_difference(one, other, std::back_inserter(rest));
    std::ranges::set_union(one, other, std::back_inserter(all));
    const auto list_of = [](const std::vector<std::size_t>& items) {
      return IndexList(std::vector<global_index>(items.begin(), items.end()));
    };
    EXPECT_EQ(detail::common(list_of(one), other), both);
    EXPECT_EQ(detail::without(list_of(one), other).values(), list_of(rest).values());
    EXPECT_EQ(detail::with(list_of(rest), other).values(), list_of(all).values());
  }
}

TEST(IndexList, KeepsRunsWhereTheyAreSmaller) {
  IndexList block(1ll << 40, 1000000000);
  EXPECT_TRUE(block.in_runs());
  EXPECT_EQ(block[999999999], (1ll << 40) + 999999999);
  IndexList scattered;
  for (global_index index = 0; index < 1000; ++index) scattered.push_back(2 * index);
  EXPECT_FALSE(scattered.in_runs());
  scattered.append(block, 5, 3);
  EXPECT_EQ(scattered[1001], (1ll << 40) + 6);
}

}  // namespace
}  // namespace partita
