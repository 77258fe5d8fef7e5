#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include <gtest/gtest.h>

#include <partita/mesh/dual.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/support/error.hpp>

#include "tests/mesh/sample_meshes.hpp"
#include "tests/mesh/sample_solids.hpp"

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

// The area or volume inside the boundary, by the divergence theorem. A quadrilateral stands for the triangles
// between its edges and its centroid.
double size_inside(const Mesh& mesh) {
  const auto way = [&](global_index vertex) {  // from a point nearby, for less rounding
    Point p = mesh.points[vertex];
    for (std::size_t axis = 0; axis < 3; ++axis) p[axis] -= mesh.points[0][axis];
    return p;
  };
  double sum = 0;
  for (const BoundaryFace& face : mesh.boundary) {
    const auto corners = face.corners();
    if (mesh.dimension == 2) {
      const Point a = way(corners[0]), b = way(corners[1]);
      sum += (a[0] * b[1] - a[1] * b[0]) / 2;
      continue;
    }
    Point centroid{};
    for (const global_index vertex : corners)
      for (std::size_t axis = 0; axis < 3; ++axis)
        centroid[axis] += way(vertex)[axis] / static_cast<double>(corners.size());
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Point a = way(corners[k]), b = way(corners[(k + 1) % corners.size()]), &c = centroid;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t next = (axis + 1) % 3, last = (axis + 2) % 3;
        sum += a[axis] * (b[next] * c[last] - b[last] * c[next]) / 6;
      }
    }
  }
  return sum;
}

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
  for (std::size_t f = 0; f < mesh.boundary.size(); ++f) {
    const auto corners = mesh.boundary[f].corners();
    Sum all;
    all.add(dual.boundary_normals[f], -1);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Normal share = boundary_share(mesh, mesh.boundary[f], k);
      around[corners[k]].add(share, 1);
      all.add(share, 1);
    }
    EXPECT_LE(std::hypot(all.value[0], all.value[1], all.value[2]), 1e-14 * all.size);
  }
  for (const auto& [value, size] : around) EXPECT_LE(std::hypot(value[0], value[1], value[2]), 1e-13 * size);

  double filled = 0;
  for (const double volume : dual.volumes) {
    EXPECT_GT(volume, 0);
    filled += volume;
  }
  const double whole = size_inside(mesh);
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
  const Mesh square =
      completed(only_cell(CellType::quadrilateral, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
  const Dual dual = median_dual(square);
  EXPECT_EQ(dual.volumes, std::vector(4, 0.25));
  ASSERT_EQ(square.edges[0], (Edge{0, 1}));
  EXPECT_EQ(dual.edge_normals[0], (Normal{0.5, 0})) << "from the first to the second vertex";
  EXPECT_EQ(dual.boundary_normals[0], (Normal{0, -1})) << "out of the domain";
}

TEST(MedianDual, OfATetrahedronIsFourQuarters) {
  const Mesh corner =
      completed(only_cell(CellType::tetrahedron, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  const Dual dual = median_dual(corner);
  EXPECT_EQ(dual.volumes, std::vector(4, 1.0 / 24));
  ASSERT_EQ(corner.edges[0], (Edge{0, 1}));
  EXPECT_NEAR(dual.edge_normals[0][0], 1.0 / 12, 1e-16) << "from the first to the second vertex";
  EXPECT_NEAR(dual.edge_normals[0][1], 1.0 / 24, 1e-16);
  EXPECT_NEAR(dual.edge_normals[0][2], 1.0 / 24, 1e-16);
  EXPECT_EQ(dual.boundary_normals[0], (Normal{0, 0, -0.5})) << "out of the domain";
  EXPECT_EQ(dual.boundary_normals[3], (Normal{0.5, 0.5, 0.5}));
}

TEST(MedianDual, ClosesAndFillsMeshesOfEveryKindOfCell) {
  for (const Cut cut : all_cuts)
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      expect_closed_cells_that_fill_the_mesh(cube_of(cut, 1 + static_cast<int>(seed % 5), seed));
      expect_closed_cells_that_fill_the_mesh(cube_of(cut, 3, seed, /*rough=*/true));
    }
}

TEST(MedianDual, OfCellsFarAwayIsAsExact) {
  for (const Cut cut : {Cut::hexahedra, Cut::prisms, Cut::pyramids}) {
    Mesh mesh = cube_of(cut, 3, 1, /*rough=*/true);
    for (Point& point : mesh.points)
      for (double& x : point) x += 1e6;
    expect_closed_cells_that_fill_the_mesh(mesh);
  }
}

TEST(MedianDual, FillsTheCube) {
  for (const Cut cut : all_cuts) {
    const Dual dual = median_dual(cube_of(cut, 3, 5));
    EXPECT_NEAR(std::accumulate(dual.volumes.begin(), dual.volumes.end(), 0.0), 27, 1e-12);
  }
}

// One layer of cells above each vertex: half of the plane's dual cell there and half of it one higher.
TEST(MedianDual, OfPrismsAndBoxesOverAPlaneMeshIsHalfOfThePlaneMeshsTwice) {
  const Mesh plane = mixed_mesh(5, 4, 3);
  const Mesh slab = slab_over(plane, "ends", [](const Point& point, int height) {
    return Point{point[0], point[1], static_cast<double>(height)};
  });
  const auto above = [&](global_index v) { return v + plane.vertices; };

  const Dual flat = median_dual(plane), solid = median_dual(slab);
  const auto expect_near = [](const Normal& found, const Normal& expected) {
    for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(found[axis], expected[axis], 1e-14);
  };
  for (std::size_t v = 0; v < flat.volumes.size(); ++v) {
    const auto vertex = static_cast<global_index>(v);
    EXPECT_NEAR(solid.volumes[v], flat.volumes[v] / 2, 1e-14);
    EXPECT_NEAR(solid.volumes[v + flat.volumes.size()], flat.volumes[v] / 2, 1e-14);
    const auto upright = std::ranges::find(slab.edges, Edge{vertex, above(vertex)}) - slab.edges.begin();
    expect_near(solid.edge_normals[static_cast<std::size_t>(upright)], {0, 0, flat.volumes[v]});
  }
  for (std::size_t e = 0; e < plane.edges.size(); ++e) {
    const auto [x, y, z] = flat.edge_normals[e];
    const auto same = std::ranges::find(slab.edges, plane.edges[e]) - slab.edges.begin();
    expect_near(solid.edge_normals[static_cast<std::size_t>(same)], {x / 2, y / 2, 0});
  }
}

TEST(MedianDual, OfAHexahedronIsEightEighths) {
  const Mesh box = completed(
      only_cell(CellType::hexahedron,
                {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}, {0, 0, 4}, {1, 0, 4}, {1, 2, 4}, {0, 2, 4}}));
  const Dual dual = median_dual(box);
  for (const double volume : dual.volumes) EXPECT_NEAR(volume, 1, 1e-15);
  ASSERT_EQ(box.edges[0], (Edge{0, 1}));
  EXPECT_EQ(dual.edge_normals[0], (Normal{2, 0, 0})) << "from the first to the second vertex";
  EXPECT_EQ(dual.boundary_normals[0], (Normal{0, 0, -2})) << "out of the domain";
  EXPECT_EQ(boundary_share(box, box.boundary[1], 2), (Normal{0, 0, 0.5}));
}

TEST(MedianDual, OfAPrismIsSixSixths) {
  const Mesh prism = completed(
      only_cell(CellType::prism, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}));
  const Dual dual = median_dual(prism);
  for (const double volume : dual.volumes) EXPECT_NEAR(volume, 1.0 / 12, 1e-16);
  ASSERT_EQ(prism.edges[2], (Edge{0, 3}));
  EXPECT_NEAR(dual.edge_normals[2][2], 1.0 / 6, 1e-16) << "a third of the triangle";
}

TEST(MedianDual, NeedsPoints) { EXPECT_THROW((void)median_dual(Mesh{}), Error); }

TEST(MedianDual, RefusesAMissingEdge) {
  Mesh mesh = mixed_mesh(2, 2, 1);
  mesh.edges.pop_back();
  EXPECT_THROW((void)median_dual(mesh), Error);
}

}  // namespace
}  // namespace partita::mesh
