#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/topology/grid.hpp>
#include <partita/support/error.hpp>

#include "tests/schedule/topology/route.hpp"

namespace partita {
using namespace detail;
namespace {

using namespace testing_support;
using Extents = std::vector<int>;

Extents coordinates(int node, const Extents& shape) {
  Extents position;
  for (const int extent : shape) {
    position.push_back(node % extent);
    node /= extent;
  }
  return position;
}

// Follows a route link by link, and gives where it ends. Counts on "5+x" being the link from node 5 up along
// x.
Extents follow(const Grid& grid, const Extents& shape, Grid::Border border, int from, int to) {
  Extents position = coordinates(from, shape);
  for (const std::string& name : link_names(grid, from, to)) {
    const std::size_t sign = name.find_first_of("+-");
    EXPECT_EQ(coordinates(std::stoi(name.substr(0, sign)), shape), position) << name;
    const std::size_t dimension = std::string("xyzuvw").find(name.back());
    position[dimension] += name[sign] == '+' ? 1 : -1;
    if (border == Grid::Border::wrapped)
      position[dimension] = (position[dimension] + shape[dimension]) % shape[dimension];
    EXPECT_TRUE(position[dimension] >= 0 && position[dimension] < shape[dimension])
        << name << " leaves the mesh";
  }
  return position;
}

int distance(int a, int b, int extent, Grid::Border border) {
  const int inside = std::abs(a - b);
  return border == Grid::Border::open ? inside : std::min(inside, extent - inside);
}

TEST(Grid, RoutesLeadFromSourceToDestinationTheShortestWay) {
  for (const auto border : {Grid::Border::open, Grid::Border::wrapped})
    for (const Extents& shape : {Extents{1}, {7}, {8, 4}, {2, 3, 4}, {1, 5, 1, 2}, {2, 2, 2, 2, 2, 2}}) {
      const Grid grid(shape, border);
      for (int from = 0; from < grid.nodes(); ++from)
        for (int to = 0; to < grid.nodes(); ++to) {
          EXPECT_EQ(follow(grid, shape, border, from, to), coordinates(to, shape));
          const Extents a = coordinates(from, shape), b = coordinates(to, shape);
          int hops = 0;
          for (std::size_t k = 0; k < shape.size(); ++k) hops += distance(a[k], b[k], shape[k], border);
          EXPECT_EQ(route(grid, from, to).size(), hops);
        }
    }
}

TEST(Grid, TheTwoDirectionsAreTwoLinks) {
  for (const auto border : {Grid::Border::open, Grid::Border::wrapped})
    for (const Extents& shape : {Extents{8, 4}, {5, 5}, {4, 2, 3}}) expect_two_way(Grid(shape, border));
}

TEST(Grid, CorrectsTheFirstCoordinateFirst) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(link_names(Grid({8, 4}, Grid::Border::open), 1, 19), (Names{"1+x", "2+x", "3+y", "11+y"}));
  EXPECT_EQ(link_names(Grid({8, 4}, Grid::Border::open), 19, 1), (Names{"19-x", "18-x", "17-y", "9-y"}));
}

TEST(Grid, GoesRoundTheTorusWhereThatIsShorterAndUpwardsOtherwise) {
  using Names = std::vector<std::string>;
  const Grid torus({4, 4}, Grid::Border::wrapped);
  EXPECT_EQ(link_names(torus, 0, 3), (Names{"0-x"}));
  EXPECT_EQ(link_names(torus, 15, 12), (Names{"15+x"}));
  EXPECT_EQ(link_names(torus, 2, 0), (Names{"2+x", "3+x"}));
}

TEST(Grid, NamesAShapeNotPossible) {
  for (const Extents& shape : {Extents{}, {0}, {4, -1}, {1 << 13, 1 << 12}})
    EXPECT_THROW(Grid(shape, Grid::Border::open), Error);
}

}  // namespace
}  // namespace partita
