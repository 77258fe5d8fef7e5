#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <partita/inspector/radix_order.hpp>
#include <partita/support/random.hpp>

namespace partita {

using namespace detail;

namespace {

std::vector<local_index> stable_order(const std::vector<std::int64_t>& keys) {
  std::vector<local_index> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](local_index a, local_index b) {
    return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
  });
  return order;
}

TEST(RadixOrder, IsTheStableAscendingOrder) {
  EXPECT_EQ(radix_order(std::vector<std::int64_t>{5, 1, 5, 0}), (std::vector<local_index>{3, 1, 0, 2}));
  EXPECT_TRUE(radix_order({}).empty());
}

TEST(RadixOrder, OrdersFewAndManyKeysOfNarrowAndWideRanges) {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  std::uint64_t seed = 0;
  for (const std::size_t count : {1, 2, 100, 2047, 2048, 2049, 6000})
    for (const std::int64_t range : {std::int64_t{1}, std::int64_t{2}, std::int64_t{3000},
                                     std::int64_t{1} << 33, std::int64_t{1} << 57, largest})
      for (const std::int64_t first : {std::int64_t{0}, largest - range}) {
        Random random(++seed);
        std::vector<std::int64_t> keys(count);
        for (std::int64_t& key : keys) {
          const std::uint64_t bits = std::uint64_t{random.next()} << 32 | random.next();
          key = first + static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(range));
        }
        EXPECT_EQ(radix_order(keys), stable_order(keys)) << count << " keys, seed " << seed;
        std::sort(keys.begin(), keys.end());
        EXPECT_EQ(radix_order(keys), stable_order(keys)) << count << " sorted keys, seed " << seed;
      }
}

}  // namespace
}  // namespace partita
