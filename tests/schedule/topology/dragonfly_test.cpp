#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/topology/dragonfly.hpp>
#include <partita/support/error.hpp>

#include "tests/schedule/topology/route.hpp"

namespace partita {
using namespace detail;
namespace {

using testing_support::link_names;

struct Shape {
  int routers, nodes_per_router, global_links;

  int groups() const { return routers * global_links + 1; }
  int router_of(int node) const { return node / nodes_per_router; }
  // The router that has the cable from one group to the other.
  int gateway(int group, int other) const {
    return group * routers + (other - group - 1 + groups()) % groups() / global_links;
  }
};

// The two numbers of "router 3-5" or "group 0-2".
std::pair<int, int> ends(const std::string& name) {
  const std::size_t space = name.find(' '), dash = name.find('-');
  return {std::stoi(name.substr(space, dash - space)), std::stoi(name.substr(dash + 1))};
}

class DragonflyOf : public testing::TestWithParam<Shape> {};

INSTANTIATE_TEST_SUITE_P(Shapes, DragonflyOf,
                         testing::Values(Shape{1, 1, 1}, Shape{1, 3, 2}, Shape{2, 1, 1}, Shape{4, 2, 2},
                                         Shape{3, 2, 1}, Shape{2, 2, 3}));

TEST_P(DragonflyOf, RoutesLeadFromSourceToDestinationTheShortestWay) {
  const Shape shape = GetParam();
  const Dragonfly network(shape.routers, shape.nodes_per_router, shape.global_links);
  ASSERT_EQ(network.nodes(), shape.groups() * shape.routers * shape.nodes_per_router);
  for (int from = 0; from < network.nodes(); ++from)
    for (int to = 0; to < network.nodes(); ++to) {
      const std::vector<std::string> names = link_names(network, from, to);
      if (from == to) {
        EXPECT_TRUE(names.empty());
        continue;
      }
      EXPECT_EQ(names.front(), "from " + std::to_string(from));
      EXPECT_EQ(names.back(), "to " + std::to_string(to));

      const int first = shape.router_of(from), last = shape.router_of(to);
      int router = first;
      for (std::size_t k = 1; k + 1 < names.size(); ++k) {
        const auto [here, there] = ends(names[k]);
        if (names[k].starts_with("router")) {
          ASSERT_EQ(here, router);
          ASSERT_EQ(here / shape.routers, there / shape.routers);
          ASSERT_NE(here, there);
          router = there;
        } else {
          ASSERT_EQ(router, shape.gateway(here, there));
          router = shape.gateway(there, here);
        }
      }
      EXPECT_EQ(router, last);

      const int group = first / shape.routers, last_group = last / shape.routers;
      std::size_t shortest = first == last ? 2 : 3;
      if (group != last_group)
        shortest = 3 + (first != shape.gateway(group, last_group) ? 1 : 0) +
                   (last != shape.gateway(last_group, group) ? 1 : 0);
      EXPECT_EQ(names.size(), shortest);
    }
}

TEST_P(DragonflyOf, TheTwoDirectionsAreTwoLinks) {
  const auto [routers, nodes_per_router, global_links] = GetParam();
  testing_support::expect_two_way(Dragonfly(routers, nodes_per_router, global_links));
}

TEST(Dragonfly, NamesAShapeNotPossible) {
  EXPECT_THROW(Dragonfly(0, 1, 1), Error);
  EXPECT_THROW(Dragonfly(1, 0, 1), Error);
  EXPECT_THROW(Dragonfly(1, 1, 0), Error);
  EXPECT_THROW(Dragonfly(4096, 4096, 4096), Error) << "too many nodes";
  EXPECT_THROW(Dragonfly(2048, 1, 2), Error) << "too many links";
  constexpr int largest = std::numeric_limits<int>::max();
  EXPECT_THROW(Dragonfly(largest, largest, largest), Error) << "no number overflows on the way to the check";
}

}  // namespace
}  // namespace partita
