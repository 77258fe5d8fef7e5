#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/topology/fat_tree.hpp>
#include <partita/support/error.hpp>

#include "tests/schedule/topology/route.hpp"

namespace partita {
using namespace detail;
namespace {

using testing_support::route;

// A node, or a switch: its level, or -1 for a node, and its number there.
using Place = std::pair<int, int>;

struct Cable {
  Place lower, upper;
};

// In a k-ary n-tree cable c of level 0 hangs node c under switch c / k. Cable s*k + p of level l leads from
// switch s of level l-1 to the switch of level l whose number has digit p in place l-1, and the other digits
// of s.
Cable cable(int level, int number, int arity) {
  if (level == 0) return {{-1, number}, {0, number / arity}};
  int weight = 1;
  for (int l = 1; l < level; ++l) weight *= arity;
  const int lower = number / arity, port = number % arity;
  return {{level - 1, lower}, {level, lower + (port - lower / weight % arity) * weight}};
}

class FatTreeOf : public testing::TestWithParam<std::tuple<int, int>> {
 protected:
  int arity = std::get<0>(GetParam());
  int levels = std::get<1>(GetParam());
  FatTree tree{arity, levels};
};

INSTANTIATE_TEST_SUITE_P(ArityAndLevels, FatTreeOf,
                         testing::Values(std::tuple(2, 1), std::tuple(2, 5), std::tuple(3, 3),
                                         std::tuple(4, 3), std::tuple(8, 2)));

TEST_P(FatTreeOf, RoutesLeadUpToTheFirstCommonSwitchAndDownToTheDestination) {
  for (int from = 0; from < tree.nodes(); ++from)
    for (int to = 0; to < tree.nodes(); ++to) {
      Place here{-1, from};
      const std::vector<int> links = route(tree, from, to);
      for (std::size_t k = 0; k < links.size(); ++k) {
        const bool up = links[k] % 2 == 0;
        EXPECT_EQ(up, k < links.size() / 2);
        const int level = links[k] / 2 / tree.nodes(), number = links[k] / 2 % tree.nodes();
        const auto [lower, upper] = cable(level, number, arity);
        ASSERT_EQ(here, up ? lower : upper);
        here = up ? upper : lower;
      }
      EXPECT_EQ(here, Place(-1, to));

      std::size_t climb = 0;  // levels up to a common ancestor
      for (int a = from, b = to; a != b; a /= arity, b /= arity) ++climb;
      EXPECT_EQ(links.size(), 2 * climb);
    }
}

TEST_P(FatTreeOf, TheTwoDirectionsAreTwoLinks) { testing_support::expect_two_way(tree); }

TEST_P(FatTreeOf, ShiftsShareNoLink) {
  for (int shift = 1; shift < tree.nodes(); ++shift) {
    std::vector<bool> used(static_cast<std::size_t>(tree.links()), false);
    for (int from = 0; from < tree.nodes(); ++from)
      for (const int link : route(tree, from, (from + shift) % tree.nodes())) {
        EXPECT_FALSE(used[static_cast<std::size_t>(link)])
            << "shift " << shift << ", " << tree.link_name(link);
        used[static_cast<std::size_t>(link)] = true;
      }
  }
}

TEST_P(FatTreeOf, AllWaysToADestinationJoinAndLeadDownOneWay) {
  for (int to = 0; to < tree.nodes(); ++to) {
    std::vector<int> down_at_level(static_cast<std::size_t>(levels), -1);
    for (int from = 0; from < tree.nodes(); ++from)
      for (const int link : route(tree, from, to)) {
        if (link % 2 == 0) continue;
        int& only = down_at_level[static_cast<std::size_t>(link / 2 / tree.nodes())];
        EXPECT_TRUE(only == -1 || only == link);
        only = link;
      }
  }
}

TEST(FatTree, NamesLinksByDirectionLevelAndCable) {
  const FatTree tree(4, 2);
  EXPECT_EQ(testing_support::link_names(tree, 0, 5),
            (std::vector<std::string>{"up 0.0", "up 1.1", "down 1.5", "down 0.5"}));
}

TEST(FatTree, NamesAShapeNotPossible) {
  EXPECT_THROW(FatTree(1, 3), Error);
  EXPECT_THROW(FatTree(4, 0), Error);
  EXPECT_THROW(FatTree(2, 25), Error);
}

}  // namespace
}  // namespace partita
