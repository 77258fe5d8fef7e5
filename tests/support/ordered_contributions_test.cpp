#include <gtest/gtest.h>

#include <partita/support/ordered_contributions.hpp>

namespace partita::detail {
namespace {

using Indices = std::vector<local_index>;

TEST(OrderedContributions, AreSortedByTargetAndKeepTheirOrder) {
  const OrderedContributions sorted = ordered_contributions(Indices{4, 1, 4, 0, 1, 4}, 6);
  EXPECT_EQ(sorted.targets, (Indices{0, 1, 4}));
  EXPECT_EQ(sorted.first, (Indices{0, 1, 3, 6}));
  EXPECT_EQ(sorted.numbers, (Indices{3, 1, 4, 0, 2, 5}));
}

TEST(OrderedContributions, OfTargetsFromTheEndOnAreLeftOut) {
  const OrderedContributions sorted = ordered_contributions(Indices{2, 1, 3, 1, 2}, 2);
  EXPECT_EQ(sorted.targets, (Indices{1}));
  EXPECT_EQ(sorted.first, (Indices{0, 2}));
  EXPECT_EQ(sorted.numbers, (Indices{1, 3}));
}

TEST(OrderedContributions, MayBeNone) {
  for (const local_index end : {0, 3}) {
    const OrderedContributions sorted = ordered_contributions({}, end);
    EXPECT_EQ(sorted.targets, Indices{});
    EXPECT_EQ(sorted.first, Indices{0});
    EXPECT_EQ(sorted.numbers, Indices{});
  }
}

}  // namespace
}  // namespace partita::detail
