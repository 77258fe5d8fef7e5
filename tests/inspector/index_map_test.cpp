#include <map>
#include <vector>

#include <gtest/gtest.h>

#include <partita/inspector/index_map.hpp>
#include <partita/support/random.hpp>

namespace partita {

using namespace detail;

namespace {

TEST(IndexMap, NumbersIndicesInTheOrderOfFirstSight) {
  IndexMap map;
  EXPECT_EQ(map.insert(70), 0);
  EXPECT_EQ(map.insert(3), 1);
  EXPECT_EQ(map.insert(70), 0);
  EXPECT_EQ(map.insert(0), 2);
  EXPECT_EQ(map.find(3), 1);
  EXPECT_EQ(map.find(4), IndexMap::absent);
  EXPECT_EQ(map.size(), 3u);
  EXPECT_EQ(std::vector<global_index>(map.indices().begin(), map.indices().end()),
            (std::vector<global_index>{70, 3, 0}));
}

TEST(IndexMap, AnEmptyMapFindsNothing) {
  const IndexMap map;
  EXPECT_EQ(map.find(0), IndexMap::absent);
  EXPECT_TRUE(map.indices().empty());
}

// Indices of one group, of one slot in all groups, and far apart: each a way to fill a part of the table
// only.
TEST(IndexMap, KnowsWhatAnOrdinaryMapKnowsWhateverTheStride) {
  std::uint64_t seed = 0;
  for (const global_index stride : {1ll, 2ll, 7ll, 8ll, 16ll, 17ll, 1000ll, 1ll << 20, 1ll << 32, 1ll << 44})
    for (int repetition = 0; repetition < 30; ++repetition) {
      Random random(++seed);
      IndexMap map;
      std::map<global_index, local_index> expected;
      const std::uint32_t range = 1 + random.below(500);
      const std::uint32_t insertions = random.below(600);
      for (std::uint32_t k = 0; k < insertions; ++k) {
        const global_index index = stride * random.below(range);
        const auto number = expected.emplace(index, static_cast<local_index>(expected.size())).first->second;
        ASSERT_EQ(map.insert(index), number) << "seed " << seed;
      }
      ASSERT_EQ(map.size(), expected.size());
      for (global_index k = -1; k <= range; ++k)
        for (const global_index index : {stride * k, stride * k + 1}) {
          if (index < 0) continue;
          const auto found = expected.find(index);
          ASSERT_EQ(map.find(index), found == expected.end() ? IndexMap::absent : found->second)
              << "index " << index << ", seed " << seed;
        }
    }
}

}  // namespace
}  // namespace partita
