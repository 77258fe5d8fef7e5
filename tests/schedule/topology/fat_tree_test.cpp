#include <string>
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

// A node (level -1) or a switch: the number of its group of nodes, and its number above that group.
struct Place {
  int level, group, number;
  bool operator==(const Place&) const = default;
};

struct Cable {
  Place lower, upper;
};

// Cables of level l lead from the switches above a group of arity^l nodes to those above a group of the next
// size, `ports` from each switch. The port is the leading digit of the number of the cable and of the upper
// switch.
class Cables {
 public:
  Cables(const FatTree& tree, int arity, std::vector<int> ports_by_level) : tree_(tree), arity_(arity) {
    for (const int ports : ports_by_level) above_.push_back(above_.back() * ports);
  }

  Cable of(int link) const {
    const std::string name = tree_.link_name(link);
    const int level = tree_.level(link), number = std::stoi(name.substr(name.find('.') + 1));
    if (level == 0) return {{-1, number, 0}, {0, number / arity_, 0}};
    const int group = number / above(level), chosen = number % above(level);
    return {{level - 1, group, chosen % above(level - 1)}, {level, group / arity_, chosen}};
  }

 private:
  int above(int level) const { return above_[static_cast<std::size_t>(level)]; }

  const FatTree& tree_;
  int arity_;
  std::vector<int> above_ = {1};
};

void expect_routes_up_to_the_first_common_switch_and_down(const FatTree& tree, int arity,
                                                          const std::vector<int>& ports_by_level) {
  const Cables cables(tree, arity, ports_by_level);
  for (int from = 0; from < tree.nodes(); ++from)
    for (int to = 0; to < tree.nodes(); ++to) {
      Place here{-1, from, 0};
      const std::vector<int> links = route(tree, from, to);
      for (std::size_t k = 0; k < links.size(); ++k) {
        const bool up = links[k] % 2 == 0;
        EXPECT_EQ(up, k < links.size() / 2);
        const auto [lower, upper] = cables.of(links[k]);
        ASSERT_EQ(here, up ? lower : upper);
        here = up ? upper : lower;
      }
      EXPECT_EQ(here, (Place{-1, to, 0}));

      std::size_t climb = 0;  // levels up to a common ancestor
      for (int a = from, b = to; a != b; a /= arity, b /= arity) ++climb;
      EXPECT_EQ(links.size(), 2 * climb);
    }
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
  expect_routes_up_to_the_first_common_switch_and_down(
      tree, arity, std::vector<int>(static_cast<std::size_t>(levels - 1), arity));
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
        int& only = down_at_level[static_cast<std::size_t>(tree.level(link))];
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

class Cm5Of : public testing::TestWithParam<int> {
 protected:
  FatTree tree = FatTree::cm5(4, GetParam());
};

INSTANTIATE_TEST_SUITE_P(Levels, Cm5Of, testing::Values(1, 2, 3, 4));

TEST_P(Cm5Of, RoutesLeadUpToTheFirstCommonSwitchAndDownToTheDestination) {
  expect_routes_up_to_the_first_common_switch_and_down(
      tree, 4, std::vector<int>(static_cast<std::size_t>(GetParam() - 1), 1));
}

TEST_P(Cm5Of, TheTwoDirectionsAreTwoLinks) { testing_support::expect_two_way(tree); }

TEST(Cm5, MessagesOutOfAGroupShareItsLink) {
  const FatTree tree = FatTree::cm5(4, 3);
  EXPECT_EQ(testing_support::link_names(tree, 0, 63),
            (std::vector<std::string>{"up 0.0", "up 1.0", "up 2.0", "down 2.3", "down 1.15", "down 0.63"}));
  EXPECT_EQ(route(tree, 0, 63)[2], route(tree, 15, 16)[2]);
  EXPECT_FALSE(tree.routes_are_exclusive());
  EXPECT_TRUE(FatTree(4, 3).routes_are_exclusive());
}

TEST(FatTree, NamesAShapeNotPossible) {
  EXPECT_THROW(FatTree::cm5(1, 3), Error);
  EXPECT_THROW(FatTree(1, 3), Error);
  EXPECT_THROW(FatTree(4, 0), Error);
  EXPECT_THROW(FatTree(2, 25), Error);
}

}  // namespace
}  // namespace partita
