#include <vector>

#include <gtest/gtest.h>

#include <partita/inspector/owned_indices.hpp>
#include <partita/support/random.hpp>

namespace partita {

using namespace detail;

namespace {

TEST(OwnedIndices, TellsLocalFromGlobalAndGlobalFromLocal) {
  for (const std::vector<global_index>& list : std::vector<std::vector<global_index>>{
           {}, {0}, {7}, {4, 5, 6}, {6, 5, 4}, {4, 5, 7}, {9, 4, 5, 6}, {1ll << 40, 0, 1ll << 50}}) {
    const OwnedIndices owned(list);
    ASSERT_EQ(owned.size(), static_cast<local_index>(list.size()));
    for (std::size_t k = 0; k < list.size(); ++k) {
      EXPECT_EQ(owned.global(static_cast<local_index>(k)), list[k]);
      EXPECT_EQ(owned.local(list[k]), static_cast<local_index>(k));
    }
    EXPECT_EQ(owned.local(3), OwnedIndices::absent);
    EXPECT_EQ(owned.local(8), OwnedIndices::absent);
  }
}

TEST(OwnedIndices, ABlockIsTheListOfItsIndices) {
  const OwnedIndices block(5, 3), list(std::vector<global_index>{5, 6, 7});
  EXPECT_EQ(block.fingerprint(), list.fingerprint());
  for (global_index index = 0; index < 10; ++index) EXPECT_EQ(block.local(index), list.local(index));
  EXPECT_EQ(OwnedIndices(5, 0).fingerprint(), OwnedIndices(9, 0).fingerprint()) << "nothing is nothing";
}

TEST(OwnedIndices, FingerprintsTellListsApart) {
  Random random(1);
  for (int repetition = 0; repetition < 1000; ++repetition) {
    std::vector<global_index> list;
    for (global_index index = 0; index < 20; ++index)
      if (random.below(3) > 0) list.push_back(index);
    if (list.size() < 2) continue;
    if (random.below(2) == 0) random.shuffle(list);
    const std::uint64_t fingerprint = OwnedIndices(list).fingerprint();
    auto other = list;
    std::swap(other.front(), other.back());
    EXPECT_NE(OwnedIndices(other).fingerprint(), fingerprint) << "another order";
    other = list;
    other.pop_back();
    EXPECT_NE(OwnedIndices(other).fingerprint(), fingerprint) << "one less";
    other = list;
    other[random.below(static_cast<std::uint32_t>(other.size()))] = 20;
    EXPECT_NE(OwnedIndices(other).fingerprint(), fingerprint) << "another index";
  }
}

}  // namespace
}  // namespace partita
