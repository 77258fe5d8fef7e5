#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <numbers>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "miniapps/op2_airfoil/grid.hpp"
#include "miniapps/op2_airfoil/spline.hpp"
#include "tests/mesh/reader_test.hpp"
#include "tests/sentence.hpp"

namespace partita::op2_airfoil {
namespace {

using mesh::with;
using testing::ElementsAre;
using testing::SizeIs;
using Point = std::array<double, 2>;

// ---- make

// OP2's own files have coordinates with six decimals. Both grids have exactly these.
TEST(Op2GridMade, IsTheOneThatOp2Wrote) {
  const std::filesystem::path path = std::filesystem::path(PARTITA_SHARED_MESHES) / "new_grid_small.dat";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "OP2's grid is not at " << path;
  const Grid made = make(40, 60), theirs = read(path);
  EXPECT_EQ(made.cell_nodes, theirs.cell_nodes);
  EXPECT_EQ(made.edge_nodes, theirs.edge_nodes);
  EXPECT_EQ(made.edge_cells, theirs.edge_cells);
  EXPECT_EQ(made.bedge_nodes, theirs.bedge_nodes);
  EXPECT_EQ(made.bedge_cell, theirs.bedge_cell);
  EXPECT_EQ(made.bound, theirs.bound);
  ASSERT_EQ(made.nodes.size(), theirs.nodes.size());
  for (std::size_t node = 0; node < made.nodes.size(); ++node)
    ASSERT_EQ(made.nodes[node], theirs.nodes[node]) << "node " << node;
}

TEST(Op2GridMade, HasTheBenchmarksCounts) {
  const Grid grid = make(400, 600);
  EXPECT_THAT(grid.nodes, SizeIs(721801));
  EXPECT_THAT(grid.cell_nodes, SizeIs(720000));
  EXPECT_THAT(grid.edge_nodes, SizeIs(1438600));
  EXPECT_THAT(grid.edge_cells, SizeIs(1438600));
  EXPECT_THAT(grid.bedge_nodes, SizeIs(2800));
  EXPECT_THAT(grid.bedge_cell, SizeIs(2800));
  EXPECT_THAT(grid.bound, SizeIs(2800));
  EXPECT_EQ(std::ranges::count(grid.bound, wall), 400);
  EXPECT_EQ(std::ranges::count(grid.bound, far_field), 2400);
}

class Op2GridOfSize : public testing::TestWithParam<std::pair<int, int>> {
 protected:
  Point normal(const std::array<global_index, 2>& nodes) const {
    const Point &a = grid_.nodes[nodes[0]], &b = grid_.nodes[nodes[1]];
    return {a[1] - b[1], b[0] - a[0]};  // (dy, -dx) of the fluxes: to the left of b-a
  }

  const Grid grid_ = make(GetParam().first, GetParam().second);
};

// The sides of a cell, taken from its edges, form a closed polygon: no side is missing, double or reversed.
TEST_P(Op2GridOfSize, ClosesEveryCellByItsEdges) {
  struct Sides {
    Point sum = {0, 0};
    int count = 0;
  };
  std::vector<Sides> sides(grid_.cell_nodes.size());
  const auto add = [&](global_index cell, const Point& normal, double sign) {
    sides[cell].sum[0] += sign * normal[0];
    sides[cell].sum[1] += sign * normal[1];
    ++sides[cell].count;
  };
  for (std::size_t edge = 0; edge < grid_.edge_nodes.size(); ++edge) {
    add(grid_.edge_cells[edge][0], normal(grid_.edge_nodes[edge]), 1);
    add(grid_.edge_cells[edge][1], normal(grid_.edge_nodes[edge]), -1);
  }
  for (std::size_t edge = 0; edge < grid_.bedge_nodes.size(); ++edge)
    add(grid_.bedge_cell[edge], normal(grid_.bedge_nodes[edge]), 1);
  for (std::size_t cell = 0; cell < sides.size(); ++cell) {
    ASSERT_EQ(sides[cell].count, 4) << "cell " << cell;
    ASSERT_NEAR(sides[cell].sum[0], 0, 1e-12) << "cell " << cell;
    ASSERT_NEAR(sides[cell].sum[1], 0, 1e-12) << "cell " << cell;
  }
}

// The normal points out of an edge's first cell: the cell's centre is behind the edge.
TEST_P(Op2GridOfSize, TurnsEveryEdgeFromItsFirstCellToItsSecond) {
  const auto ahead = [&](const std::array<global_index, 2>& nodes, global_index cell) {
    const Point n = normal(nodes);
    double distance = 0;
    for (const global_index corner : grid_.cell_nodes[cell])
      for (const int axis : {0, 1})
        distance += n[axis] * (grid_.nodes[corner][axis] - grid_.nodes[nodes[0]][axis]);
    return distance;
  };
  for (std::size_t edge = 0; edge < grid_.edge_nodes.size(); ++edge) {
    ASSERT_LT(ahead(grid_.edge_nodes[edge], grid_.edge_cells[edge][0]), 0) << "edge " << edge;
    ASSERT_GT(ahead(grid_.edge_nodes[edge], grid_.edge_cells[edge][1]), 0) << "edge " << edge;
  }
  for (std::size_t edge = 0; edge < grid_.bedge_nodes.size(); ++edge)
    ASSERT_LT(ahead(grid_.bedge_nodes[edge], grid_.bedge_cell[edge]), 0) << "boundary edge " << edge;
}

TEST_P(Op2GridOfSize, GoesCounterClockwiseAroundEveryCell) {
  for (std::size_t cell = 0; cell < grid_.cell_nodes.size(); ++cell) {
    double twice_area = 0;
    for (int k = 0; k < 4; ++k) {
      const Point &a = grid_.nodes[grid_.cell_nodes[cell][k]],
                  &b = grid_.nodes[grid_.cell_nodes[cell][(k + 1) % 4]];
      twice_area += a[0] * b[1] - b[0] * a[1];
    }
    ASSERT_GT(twice_area, 0) << "cell " << cell;
  }
}

TEST_P(Op2GridOfSize, NamesOnlyTheCutsEdgesByOneCellAlone) {
  int of_one_cell = 0;
  const auto has = [&](global_index cell, const std::array<global_index, 2>& nodes) {
    return std::ranges::count(grid_.cell_nodes[cell], nodes[0]) == 1 &&
           std::ranges::count(grid_.cell_nodes[cell], nodes[1]) == 1;
  };
  for (std::size_t edge = 0; edge < grid_.edge_nodes.size(); ++edge) {
    ASSERT_TRUE(has(grid_.edge_cells[edge][1], grid_.edge_nodes[edge])) << "edge " << edge;
    of_one_cell += !has(grid_.edge_cells[edge][0], grid_.edge_nodes[edge]);
  }
  for (std::size_t edge = 0; edge < grid_.bedge_nodes.size(); ++edge)
    ASSERT_TRUE(has(grid_.bedge_cell[edge], grid_.bedge_nodes[edge])) << "boundary edge " << edge;
  EXPECT_EQ(of_one_cell, GetParam().first);
}

INSTANTIATE_TEST_SUITE_P(Small, Op2GridOfSize,
                         testing::Values(std::pair(2, 1), std::pair(2, 5), std::pair(3, 1), std::pair(7, 3),
                                         std::pair(40, 60)));

TEST(Op2GridMade, PutsTheWallOntoTheSection) {
  const Grid grid = make(100, 10);
  std::map<double, std::set<double>> heights;  // of the wall's nodes, by their x
  for (std::size_t edge = 0; edge < grid.bedge_nodes.size(); ++edge)
    if (grid.bound[edge] == wall)
      for (const global_index node : grid.bedge_nodes[edge])
        heights[grid.nodes[node][0]].insert(grid.nodes[node][1]);
  EXPECT_NEAR(heights.begin()->first, -0.0077, 1e-6) << "the nose, from which the root is not taken";
  EXPECT_EQ(heights.rbegin()->first, 1) << "the trailing edge, extended to the next column";
  double thickest = 0;
  for (const auto& [x, ys] : heights) thickest = std::max(thickest, *ys.rbegin() - *ys.begin());
  EXPECT_NEAR(thickest, 0.12, 2e-3) << "NACA 0012 is 12 % of its chord thick";
}

TEST(Op2GridMade, RefusesSizesThatNoGridHas) {
  const auto error = [](int surface, int layers) {
    return testing_support::sentence_of([&] { make(surface, layers); });
  };
  EXPECT_EQ(error(1, 60),
            "there is no grid of 1 cells along the airfoil and 60 layers; give at least 2 and 1");
  EXPECT_EQ(error(40, 0),
            "there is no grid of 40 cells along the airfoil and 0 layers; give at least 2 and 1");
  EXPECT_EQ(
      error(1 << 30, 1 << 30),
      "a grid of 1073741824 cells along the airfoil and 1073741824 layers has more than 2147483647 nodes; "
      "give smaller numbers");
}

// ---- Spline

// If the points are on one cubic, a spline whose first and last two pieces are each one cubic must be that
// cubic.
TEST(Op2GridSpline, IsTheCubicThatItsPointsLieOn) {
  const auto cubic = [](double x) { return 2 - x + 3 * x * x - 0.5 * x * x * x; };
  const std::vector<double> x = {-1, -0.7, 0.1, 0.2, 1.5, 2};
  std::vector<double> y;
  for (const double at : x) y.push_back(cubic(at));
  const Spline spline(x, y);
  for (double at = -1.5; at < 2.5; at += 0.01) EXPECT_NEAR(spline(at), cubic(at), 1e-12) << at;
}

TEST(Op2GridSpline, ComesCloserByTheFourthOrder) {
  const auto worst = [](int pieces) {
    std::vector<double> x, y;
    for (int k = 0; k <= pieces; ++k) {
      x.push_back(std::numbers::pi * k / pieces);
      y.push_back(std::sin(x.back()));
    }
    const Spline spline(x, y);
    double error = 0;
    for (double at = 0; at < std::numbers::pi; at += 1e-3)
      error = std::max(error, std::abs(spline(at) - std::sin(at)));
    return error;
  };
  EXPECT_GT(worst(20) / worst(40), 14) << "half the distance, a sixteenth of the error";
}

// ---- read

// Two unit squares side by side.
const std::string two_squares = R"(6 2 1 6
0 0
1 0
2 0
0 1
1 1
2 1
0 1 4 3
1 2 5 4
1 4 1 0
1 0 0 1
2 1 1 1
5 2 1 2
4 5 1 2
3 4 0 2
0 3 0 2
)";

Grid read_text(std::string_view text, const std::string& path) { return read(text, path); }
std::string error(const std::string& text) { return mesh::error_of(read_text, text, "grid.dat"); }

TEST(Op2GridRead, HasTheFilesNumbersInTheirOrder) {
  const Grid grid = read(two_squares, "grid.dat");
  EXPECT_THAT(grid.nodes,
              ElementsAre(Point{0, 0}, Point{1, 0}, Point{2, 0}, Point{0, 1}, Point{1, 1}, Point{2, 1}));
  EXPECT_THAT(grid.cell_nodes,
              ElementsAre(std::array<global_index, 4>{0, 1, 4, 3}, std::array<global_index, 4>{1, 2, 5, 4}));
  EXPECT_THAT(grid.edge_nodes, ElementsAre(Edge{1, 4}));
  EXPECT_THAT(grid.edge_cells, ElementsAre(Edge{1, 0}));
  EXPECT_THAT(grid.bedge_nodes,
              ElementsAre(Edge{1, 0}, Edge{2, 1}, Edge{5, 2}, Edge{4, 5}, Edge{3, 4}, Edge{0, 3}));
  EXPECT_THAT(grid.bedge_cell, ElementsAre(0, 1, 1, 1, 0, 0));
  EXPECT_THAT(grid.bound, ElementsAre(wall, wall, far_field, far_field, far_field, far_field));
}

TEST(Op2GridRead, RefusesOtherFiles) {
  EXPECT_EQ(error(""), "grid.dat: the file is empty");
  EXPECT_EQ(error("0 1 1 1"),
            "grid.dat:1: expected the number of nodes (an integer from 1 to 9223372036854775807), found '0'");
  EXPECT_EQ(
      error(with(two_squares, "6 2 1", "6 -2 1")),
      "grid.dat:1: expected the number of cells (an integer from 1 to 9223372036854775807), found '-2'");
  EXPECT_EQ(error(with(two_squares, "2 1\n", "2 inf\n")),
            "grid.dat:7: expected a coordinate (a finite number), found 'inf'");
  EXPECT_EQ(error(two_squares + "1\n"), "grid.dat:17: expected the end of the file, found '1'");
}

TEST(Op2GridRead, RefusesWrongHeaders) {
  EXPECT_EQ(error(with(two_squares, "6 2 1 6", "6 2 1000000000000 6")),
            "grid.dat:1: expected 1000000000000 edges, but only 99 bytes are left in the file");
  EXPECT_EQ(error(with(two_squares, "6 2 1 6", "6 2 1 7")),
            "grid.dat:17: expected 7 boundary edges, found 6 before the end of the file");
}

TEST(Op2GridRead, RefusesNumbersOutOfRange) {
  EXPECT_EQ(error(with(two_squares, "0 1 4 3", "0 1 6 3")),
            "grid.dat:8: expected a node (an integer from 0 to 5), found '6'");
  EXPECT_EQ(error(with(two_squares, "1 4 1 0", "1 4 2 0")),
            "grid.dat:10: expected a cell (an integer from 0 to 1), found '2'");
  EXPECT_EQ(error(with(two_squares, "1 4 1 0", "1 -4 1 0")),
            "grid.dat:10: expected a node (an integer from 0 to 5), found '-4'");
  EXPECT_EQ(error(with(two_squares, "5 2 1 2", "5 2 1 3")),
            "grid.dat:13: expected a boundary condition (an integer from 1 to 2), found '3'");
}

TEST(Op2GridRead, RefusesTruncatedFiles) { mesh::expect_no_beginning_is_read(read_text, two_squares); }

TEST(Op2GridRead, RefusesMissingFiles) {
  EXPECT_THROW(read("no/such/grid.dat"), Error);
  EXPECT_THROW(read(std::filesystem::temp_directory_path()), Error);
}

}  // namespace
}  // namespace partita::op2_airfoil
