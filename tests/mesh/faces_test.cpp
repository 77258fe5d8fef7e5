// Faces and geometry of cells: what a cell-centred code relies on.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/faces.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/mesh/vectors.hpp>
#include <partita/support/error.hpp>

#include "tests/mesh/sample_meshes.hpp"
#include "tests/mesh/sample_solids.hpp"

namespace partita::mesh {
namespace {

using namespace vectors;

double length(const Point& p) { return std::hypot(p[0], p[1], p[2]); }

void expect_near(const Point& found, const Point& expected, double tolerance) {
  for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(found[axis], expected[axis], tolerance);
}

struct Sample {
  const char* name;
  Mesh mesh;
  bool has_plane_boundary = true;
};

// Every type of cell, in two and three dimensions, and mixtures. Rough solids have sides that are not plane,
// on the boundary, too.
std::vector<Sample> samples() {
  std::vector<Sample> all{{"airfoil", naca({"0012", 64, 16})},
                          {"triangles and quadrilaterals", mixed_mesh(7, 5, 2)}};
  for (const bool rough : {false, true})
    for (const Cut cut : all_cuts) all.push_back({name_of(cut), cube_of(cut, 3, 2, rough), !rough});
  return all;
}

Mesh far_away(Mesh mesh, double distance) {
  for (Point& point : mesh.points)
    for (int axis = 0; axis < mesh.dimension; ++axis) point[static_cast<std::size_t>(axis)] += distance;
  return mesh;
}

TEST(Faces, CloseEveryCell) {
  for (const auto& [name, mesh, has_plane_boundary] : samples()) {
    SCOPED_TRACE(name);
    const Faces all = faces(mesh);
    std::vector<Normal> sums(mesh.cells.size());
    std::vector<double> sizes(mesh.cells.size());
    for (std::size_t f = 0; f < all.cells.size(); ++f)
      for (const bool right : {false, true}) {
        const global_index cell = all.cells[f][right];
        if (cell < 0) continue;
        sums[cell] = sums[cell] + (right ? -1.0 : 1.0) * all.normals[f];
        sizes[cell] += length(all.normals[f]);
      }
    for (std::size_t cell = 0; cell < sums.size(); ++cell) {
      ASSERT_GT(sizes[cell], 0);
      EXPECT_LE(length(sums[cell]), 1e-14 * sizes[cell]) << "cell " << cell;
    }
  }
}

TEST(Faces, AreEverySideOfEveryCellOnce) {
  for (const Sample& sample : samples()) {
    SCOPED_TRACE(sample.name);
    const Mesh& mesh = sample.mesh;
    const Faces all = faces(mesh);
    std::map<std::vector<global_index>, std::vector<global_index>> cells_at;
    for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> vertices) {
      for (const Side& side : shape_of(mesh.cells[cell]).sides) {
        std::vector<global_index> corners;
        for (const int corner : corners_of(side)) corners.push_back(vertices[corner]);
        std::ranges::sort(corners);
        cells_at[corners].push_back(static_cast<global_index>(cell));
      }
    });
    EXPECT_EQ(all.cells.size(), cells_at.size());
    for (std::size_t f = 0; f < all.cells.size(); ++f) {
      std::vector<global_index> corners(corners_of(all.vertices[f]).begin(),
                                        corners_of(all.vertices[f]).end());
      std::ranges::sort(corners);
      std::vector<global_index> cells(all.cells[f].begin(), all.cells[f].end());
      if (cells[1] < 0) cells.pop_back();
      EXPECT_EQ(cells_at.extract(corners).mapped(), cells);
    }
  }
}

TEST(Faces, OfTheInsideAscendByCells) {
  for (const auto& [name, mesh, has_plane_boundary] : samples()) {
    SCOPED_TRACE(name);
    const Faces all = faces(mesh);
    ASSERT_GT(all.inner, 0u);
    for (std::size_t f = 0; f < all.inner; ++f) {
      EXPECT_LT(all.cells[f][0], all.cells[f][1]) << "the smaller cell is on the left";
      EXPECT_EQ(all.markers[f], -1);
      if (f > 0) {
        EXPECT_LT(std::pair(all.cells[f - 1], all.vertices[f - 1]), std::pair(all.cells[f], all.vertices[f]));
      }
    }
  }
}

TEST(Faces, OfTheBoundaryComeLastInItsOrder) {
  for (const auto& [name, mesh, has_plane_boundary] : samples()) {
    SCOPED_TRACE(name);
    const Faces all = faces(mesh);
    const std::vector<Normal> outwards = median_dual(mesh).boundary_normals;
    ASSERT_EQ(all.cells.size(), all.inner + mesh.boundary.size());
    for (std::size_t k = 0; k < mesh.boundary.size(); ++k) {
      const std::size_t f = all.inner + k;
      EXPECT_EQ(all.cells[f][1], -1);
      EXPECT_EQ(all.vertices[f], mesh.boundary[k].vertices);
      EXPECT_EQ(all.markers[f], mesh.boundary[k].marker);
      EXPECT_EQ(all.normals[f], outwards[k]) << "out of the domain";
    }
  }
}

TEST(Faces, HaveNormalsFromTheLeftCellToTheRightOne) {
  for (const auto& [name, mesh, has_plane_boundary] : samples()) {
    SCOPED_TRACE(name);
    const Faces all = faces(mesh);
    const CellGeometry cells = cell_geometry(mesh);
    for (std::size_t f = 0; f < all.cells.size(); ++f) {
      const auto [left, right] = all.cells[f];
      EXPECT_GT(dot(all.normals[f], all.centres[f] - cells.centroids[left]), 0);
      if (right >= 0) {
        EXPECT_GT(dot(all.normals[f], cells.centroids[right] - all.centres[f]), 0);
      }
    }
  }
}

// Gauss: the divergence of x is the dimension. One centre stands for a whole face, so faces must be plane.
TEST(Faces, FitTheVolumesOfTheirCells) {
  for (const auto& [name, mesh, has_plane_boundary] : samples()) {
    SCOPED_TRACE(name);
    if (!has_plane_boundary) continue;
    const Faces all = faces(mesh);
    const CellGeometry cells = cell_geometry(mesh);
    double sum = 0, inside = 0;
    for (std::size_t f = all.inner; f < all.cells.size(); ++f)
      sum += dot(all.normals[f], all.centres[f]) / mesh.dimension;
    for (const double volume : cells.volumes) inside += volume;
    EXPECT_NEAR(sum, inside, 1e-12 * inside);
  }
}

TEST(Faces, HaveTheirCentroidsAsCentres) {
  // A trapezium: its centroid is nearer to the longer edge than the mean of its corners.
  const Mesh wedge = completed(
      only_cell(CellType::hexahedron,
                {{0, 0, 0}, {4, 0, 0}, {4, 1, 0}, {0, 1, 0}, {0, 0, 3}, {2, 0, 3}, {2, 1, 3}, {0, 1, 3}}));
  const Faces all = faces(wedge);
  expect_near(all.centres[2], {14.0 / 9, 0, 4.0 / 3}, 1e-15);
  expect_near(all.normals[2], {0, -9, 0}, 1e-15);
  expect_near(all.centres[0], {2, 0.5, 0}, 1e-15);
  Mesh triangle = only_cell(CellType::triangle, {{0, 0, 0}, {2, 0, 0}, {0, 1, 0}});
  triangle.boundary[0] = {{1, 0}, 0};
  const Faces sides = faces(completed(triangle));
  EXPECT_EQ(sides.centres[0], (Point{1, 0, 0})) << "the middle";
  EXPECT_EQ(sides.normals[0], (Normal{0, -2, 0})) << "as long as the segment";
  EXPECT_EQ(sides.vertices[0], (std::array<global_index, 4>{0, 1, -1, -1})) << "the cell is to the left";
}

// Two quadrilaterals around a straight corner share two sides: two faces, one pair.
TEST(Faces, OfTwoCellsMayBeSeveral) {
  Mesh mesh;
  mesh.points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, -1, 0}};
  mesh.cells = {CellType::quadrilateral, CellType::quadrilateral};
  mesh.cell_vertices = {0, 1, 2, 3, 0, 4, 2, 1};
  mesh.markers = {"rim"};
  mesh.boundary = {{{2, 3}, 0}, {{3, 0}, 0}, {{0, 4}, 0}, {{4, 2}, 0}};
  complete(mesh);
  const Faces all = faces(mesh);
  ASSERT_EQ(all.inner, 2u);
  EXPECT_EQ(all.vertices[0], (std::array<global_index, 4>{0, 1, -1, -1}));
  EXPECT_EQ(all.vertices[1], (std::array<global_index, 4>{1, 2, -1, -1}));
  EXPECT_EQ(adjacent_cells(mesh), (std::vector<Edge>{{0, 1}}));
}

TEST(Faces, AreRefusedToMeshesThatAreNotComplete) {
  EXPECT_THROW((void)faces(Mesh{}), Error);
  Mesh graph;
  graph.vertices = 2;
  graph.edges = {{0, 1}};
  EXPECT_THROW((void)faces(graph), Error);
  Mesh mesh = mixed_mesh(3, 2, 1);
  mesh.boundary.pop_back();
  EXPECT_THROW((void)faces(mesh), Error) << "a side on the boundary is missing";
  mesh.boundary.push_back(mesh.boundary.front());
  EXPECT_THROW((void)faces(mesh), Error) << "another is listed twice";
  Mesh crowded = completed(only_cell(CellType::triangle, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  for (int copy = 0; copy < 2; ++copy) {
    crowded.cells.push_back(CellType::triangle);
    crowded.cell_vertices.insert(crowded.cell_vertices.end(), {0, 1, 2});
  }
  EXPECT_THROW((void)faces(crowded), Error) << "three cells share a side";
  EXPECT_THROW((void)adjacent_cells(crowded), Error);
}

TEST(AdjacentCells, AreTheCellsOfInnerFaces) {
  for (const auto& [name, mesh, has_plane_boundary] : samples()) {
    SCOPED_TRACE(name);
    const Faces all = faces(mesh);
    std::vector<Edge> pairs;
    for (std::size_t f = 0; f < all.inner; ++f) pairs.push_back({all.cells[f][0], all.cells[f][1]});
    EXPECT_EQ(adjacent_cells(mesh), pairs);
  }
}

TEST(CellGeometry, FillsTheMesh) {
  for (const auto& [name, mesh, has_plane_boundary] : samples()) {
    SCOPED_TRACE(name);
    const CellGeometry cells = cell_geometry(mesh);
    const Dual dual = median_dual(mesh);
    const auto sum = [](const std::vector<double>& v) { return std::accumulate(v.begin(), v.end(), 0.0); };
    EXPECT_NEAR(sum(cells.volumes), sum(dual.volumes), 1e-12 * sum(dual.volumes));
    EXPECT_GT(std::ranges::min(cells.volumes), 0);
  }
  for (const Cut cut : all_cuts) {
    const CellGeometry cells = cell_geometry(cube_of(cut, 3, 5));
    Point moment{};
    for (std::size_t cell = 0; cell < cells.volumes.size(); ++cell)
      moment = moment + cells.volumes[cell] * cells.centroids[cell];
    EXPECT_NEAR(std::accumulate(cells.volumes.begin(), cells.volumes.end(), 0.0), 27, 1e-12);
    expect_near(1.0 / 27 * moment, {1.5, 1.5, 1.5}, 1e-12);
  }
}

TEST(CellGeometry, OfEveryTypeIsThatOfTheTextbook) {
  const auto expect = [](CellType type, const std::vector<Point>& points, double volume,
                         const Point& centroid) {
    const CellGeometry found = cell_geometry(completed(only_cell(type, points)));
    EXPECT_NEAR(found.volumes[0], volume, 1e-15 * volume);
    expect_near(found.centroids[0], centroid, 1e-15);
  };
  expect(CellType::triangle, {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}}, 4.5, {1, 1, 0});
  expect(CellType::quadrilateral, {{0, 0, 0}, {4, 0, 0}, {2, 3, 0}, {0, 3, 0}}, 9, {14.0 / 9, 4.0 / 3, 0});
  expect(CellType::tetrahedron, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, 32.0 / 3, {1, 1, 1});
  expect(CellType::pyramid, {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 4}}, 16.0 / 3, {1, 1, 1});
  expect(CellType::prism, {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 2}, {3, 0, 2}, {0, 3, 2}}, 9, {1, 1, 1});
  std::vector<Point> frustum;  // the square of side 2 below, of side 1 above
  for (const auto& [side, z] : {std::pair(2, 0), {1, 4}})
    for (const auto& [x, y] : {std::pair(-0.5, -0.5), {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}})
      frustum.push_back({side * x, side * y, static_cast<double>(z)});
  expect(CellType::hexahedron, frustum, 28.0 / 3, {0, 0, 11.0 / 7});
}

TEST(CellGeometry, KeepsItsDigitsFarFromTheOrigin) {
  constexpr double distance = 1 << 20;  // sums of such numbers and of the samples' have errors of 1e-10
  for (const Mesh& mesh : {mixed_mesh(5, 4, 1), cube_of(Cut::mixture, 3, 1, true)}) {
    const CellGeometry here = cell_geometry(mesh), there = cell_geometry(far_away(mesh, distance));
    for (std::size_t cell = 0; cell < here.volumes.size(); ++cell) {
      EXPECT_NEAR(here.volumes[cell], there.volumes[cell], 1e-8);
      for (int axis = 0; axis < mesh.dimension; ++axis)
        EXPECT_NEAR(here.centroids[cell][axis] + distance, there.centroids[cell][axis], 1e-8);
    }
  }
}

TEST(CellGeometry, NeedsCells) { EXPECT_THROW((void)cell_geometry(Mesh{}), Error); }

}  // namespace
}  // namespace partita::mesh
