#include <algorithm>
#include <array>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/support/random.hpp>

namespace partita {
namespace {

// Computed by an independent implementation of PCG-XSH-RR 64/32 with increment 1442695040888963407 and
// seed 42.
TEST(Random, IsTheSameEverywhere) {
  Random random(42);
  std::array<std::uint32_t, 5> draws{};
  for (auto& draw : draws) draw = random.next();
  EXPECT_THAT(draws, testing::ElementsAre(3270867926u, 1795671209u, 1924641435u, 1143034755u, 4121910957u));
}

TEST(Random, BelowCoversItsRangeEvenly) {
  Random random(7);
  std::array<int, 6> counts{};
  for (int k = 0; k < 60000; ++k) ++counts[random.below(6)];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 500);
}

TEST(Random, EveryRankAndSeedHasNumbersOfItsOwn) {
  EXPECT_EQ(stream_of(3, 7).next(), stream_of(3, 7).next());
  EXPECT_NE(stream_of(3, 7).next(), stream_of(4, 7).next());
  EXPECT_NE(stream_of(3, 7).next(), stream_of(3, 8).next());
}

TEST(Random, ShuffleKeepsTheElements) {
  Random random(3);
  std::array<int, 50> items{};
  std::iota(items.begin(), items.end(), 0);
  random.shuffle(items);
  EXPECT_FALSE(std::is_sorted(items.begin(), items.end()));
  std::sort(items.begin(), items.end());
  for (int k = 0; k < 50; ++k) EXPECT_EQ(items[static_cast<std::size_t>(k)], k);
}

}  // namespace
}  // namespace partita
