#include <cmath>

#include <gtest/gtest.h>

#include <partita/mesh/dual.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/support/error.hpp>

#include "tests/mesh/sample_meshes.hpp"

namespace partita::mesh {
namespace {

// A sum over a vertex and the sum of its terms' magnitudes, which scales the rounding error.
struct Sum {
  Normal value{};
  double size = 0;

  void add(const Normal& normal, double factor) {
    for (int axis = 0; axis < 3; ++axis) value[axis] += factor * normal[axis];
    size += std::abs(factor) * std::hypot(normal[0], normal[1], normal[2]);
  }
};

void expect_closed_cells_that_fill_the_mesh(const Mesh& mesh) {
  const Dual dual = median_dual(mesh);
  ASSERT_EQ(dual.edge_normals.size(), mesh.edges.size());
  ASSERT_EQ(dual.boundary_normals.size(), mesh.boundary.size());
  ASSERT_EQ(dual.volumes.size(), mesh.points.size());

  std::vector<Sum> around(dual.volumes.size());
  for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
    around[mesh.edges[e][0]].add(dual.edge_normals[e], 1);
    around[mesh.edges[e][1]].add(dual.edge_normals[e], -1);
  }
  for (std::size_t f = 0; f < mesh.boundary.size(); ++f)
    for (int corner = 0; corner < mesh.dimension; ++corner)
      around[mesh.boundary[f].vertices[corner]].add(dual.boundary_normals[f], 1.0 / mesh.dimension);
  for (const auto& [value, size] : around) EXPECT_LE(std::hypot(value[0], value[1], value[2]), 1e-13 * size);

  double filled = 0, whole = 0;
  for (const double volume : dual.volumes) {
    EXPECT_GT(volume, 0);
    filled += volume;
  }
  for_each_cell(mesh, [&](std::span<const global_index> cell) {
    whole += mesh.dimension == 2 ? area(mesh, cell) : volume(mesh, cell);
  });
  EXPECT_NEAR(filled, whole, 1e-12 * whole);
}

TEST(MedianDual, ClosesAndFillsMeshesAboutAirfoils) {
  for (const CellType type : {CellType::triangle, CellType::quadrilateral})
    for (const char* digits : {"0012", "4415"})
      expect_closed_cells_that_fill_the_mesh(naca({digits, 64, 24, type}));
}

TEST(MedianDual, ClosesAndFillsRandomMixedMeshes) {
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    expect_closed_cells_that_fill_the_mesh(
        mixed_mesh(1 + static_cast<int>(seed % 12), 1 + static_cast<int>(seed % 7), seed));
}

TEST(MedianDual, OfASquareIsFourQuarters) {
  Mesh square;
  square.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  square.cells = {CellType::quadrilateral};
  square.cell_vertices = {0, 1, 2, 3};
  square.markers = {"rim"};
  square.boundary = {{{0, 1, -1}, 0}, {{1, 2, -1}, 0}, {{2, 3, -1}, 0}, {{3, 0, -1}, 0}};
  complete(square);
  const Dual dual = median_dual(square);
  EXPECT_EQ(dual.volumes, std::vector(4, 0.25));
  ASSERT_EQ(square.edges[0], (Edge{0, 1}));
  EXPECT_EQ(dual.edge_normals[0], (Normal{0.5, 0})) << "from the first to the second vertex";
  EXPECT_EQ(dual.boundary_normals[0], (Normal{0, -1})) << "out of the domain";
}

TEST(MedianDual, ClosesAndFillsMeshesOfTetrahedra) {
  for (std::uint64_t seed = 0; seed < 8; ++seed)
    expect_closed_cells_that_fill_the_mesh(cube_of_tetrahedra(1 + static_cast<int>(seed % 5), seed));
}

TEST(MedianDual, OfATetrahedronIsFourQuarters) {
  Mesh corner;
  corner.dimension = 3;
  corner.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  corner.cells = {CellType::tetrahedron};
  corner.cell_vertices = {0, 1, 2, 3};
  corner.markers = {"rim"};
  corner.boundary = {{{0, 1, 2}, 0}, {{0, 1, 3}, 0}, {{0, 2, 3}, 0}, {{1, 2, 3}, 0}};
  complete(corner);
  const Dual dual = median_dual(corner);
  EXPECT_EQ(dual.volumes, std::vector(4, 1.0 / 24));
  ASSERT_EQ(corner.edges[0], (Edge{0, 1}));
  EXPECT_NEAR(dual.edge_normals[0][0], 1.0 / 12, 1e-16) << "from the first to the second vertex";
  EXPECT_NEAR(dual.edge_normals[0][1], 1.0 / 24, 1e-16);
  EXPECT_NEAR(dual.edge_normals[0][2], 1.0 / 24, 1e-16);
  EXPECT_EQ(dual.boundary_normals[0], (Normal{0, 0, -0.5})) << "out of the domain";
  EXPECT_EQ(dual.boundary_normals[3], (Normal{0.5, 0.5, 0.5}));
}

TEST(MedianDual, NeedsPoints) { EXPECT_THROW((void)median_dual(Mesh{}), Error); }

TEST(MedianDual, RefusesAMissingEdge) {
  Mesh mesh = mixed_mesh(2, 2, 1);
  mesh.edges.pop_back();
  EXPECT_THROW((void)median_dual(mesh), Error);
}

}  // namespace
}  // namespace partita::mesh
