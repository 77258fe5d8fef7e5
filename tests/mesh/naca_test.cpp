#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/mesh/naca.hpp>
#include <partita/support/error.hpp>

#include "tests/mesh/sample_meshes.hpp"
#include "tests/sentence.hpp"

namespace partita::mesh {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr CellType cell_types[] = {CellType::triangle, CellType::quadrilateral};

std::string error(const NacaOptions& options) {
  return testing_support::sentence_of([&] { (void)naca(options); });
}

double smallest_angle(const Mesh& mesh) {
  double smallest = 180;
  for_each_cell(mesh, [&](std::span<const global_index> cell) {
    for (std::size_t k = 0; k < cell.size(); ++k) {
      const Point& before = mesh.points[cell[(k + cell.size() - 1) % cell.size()]];
      const Point& corner = mesh.points[cell[k]];
      const Point& after = mesh.points[cell[(k + 1) % cell.size()]];
      const double direction_in = std::atan2(before[1] - corner[1], before[0] - corner[0]);
      const double direction_out = std::atan2(after[1] - corner[1], after[0] - corner[0]);
      const double angle = (direction_in - direction_out) * 180 / std::numbers::pi;
      smallest = std::min(smallest, std::fmod(angle + 360, 360));
    }
  });
  return smallest;
}

class NacaMesh : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(, NacaMesh,
                         testing::Values("0012", "0001", "0006", "0024", "2412", "4415", "6409", "6712"));

TEST_P(NacaMesh, HasCounterClockwiseCellsThatFillTheDomainAndNoSharpAngles) {
  for (const CellType type : cell_types)
    for (const auto& [around, rings] : {std::pair{16, 4}, {64, 24}, {192, 48}}) {
      const Mesh mesh = naca({GetParam(), around, rings, type});
      double filled = 0;
      for_each_cell(mesh, [&](std::span<const global_index> cell) {
        EXPECT_GT(area(mesh, cell), 0);
        filled += area(mesh, cell);
      });
      std::vector<global_index> ring(static_cast<std::size_t>(around));
      std::iota(ring.begin(), ring.end(), 0);
      const double section = area(mesh, ring);
      for (global_index& vertex : ring) vertex += around * (rings - 1);
      const double whole = area(mesh, ring);
      EXPECT_NEAR(filled, whole - section, 1e-10 * whole);
      const double sharp = rings < 24 ? 0 : type == CellType::triangle ? 3 : 45;  // degrees
      EXPECT_GT(smallest_angle(mesh), sharp);
    }
}

TEST_P(NacaMesh, ClosesTheTrailingEdgeAndEndsFiftyChordsAway) {
  const Mesh mesh = naca({GetParam(), 64, 24});
  EXPECT_EQ(mesh.points[0], (Point{1, 0, 0})) << "the trailing edge";
  EXPECT_EQ(mesh.points[32], (Point{0, 0, 0})) << "the leading edge";
  for (const BoundaryFace& face : mesh.boundary)
    for (const global_index vertex : {face.vertices[0], face.vertices[1]}) {
      const auto& [x, y, z] = mesh.points[vertex];
      const double distance = std::hypot(x - 0.5, y);
      if (mesh.markers[face.marker] == "farfield") {
        EXPECT_NEAR(distance, 50, 1e-12);
      } else {
        EXPECT_LT(distance, 0.6);
      }
    }
}

TEST_P(NacaMesh, HasThinCellsAtTheWallOfSharpAndBluntSections) {
  for (const bool is_blunt : {false, true})
    for (const double spacing : {1e-3, 1e-6}) {
      const int around = 192;
      const Mesh mesh = naca({.digits = GetParam(), .wall_spacing = spacing, .is_blunt = is_blunt});
      for_each_cell(mesh, [&](std::span<const global_index> cell) { EXPECT_GT(area(mesh, cell), 0); });
      double mean = 0;
      for (int i = 0; i < around; ++i) {
        const Point &wall = mesh.points[i], &ring = mesh.points[i + around],
                    &next = mesh.points[(i + 1) % around];
        const double along = std::hypot(next[0] - wall[0], next[1] - wall[1]);
        mean += std::hypot(ring[0] - wall[0], ring[1] - wall[1]) / around;
        EXPECT_GT(along, 0);
      }
      EXPECT_NEAR(mean / spacing, 1, 0.1);
    }
}

TEST(Naca, BluntEdgesAreAsThickAsTheirPolynomialHasThem) {
  for (const int around : {64, 192}) {
    const Mesh mesh = naca({.surface_points = around, .is_blunt = true});
    EXPECT_EQ(mesh.points[0], (Point{1, 0, 0})) << "the middle of the base";
    EXPECT_EQ(mesh.points[around / 2], (Point{0, 0, 0}));
    double top = 0, bottom = 0;
    for (int i = 0; i < around; ++i)
      if (const auto& [x, y, z] = mesh.points[i]; x == 1)
        top = std::max(top, y), bottom = std::min(bottom, y);
    EXPECT_NEAR(top, 0.6 * 0.0021, 1e-15);
    EXPECT_EQ(bottom, -top);
  }
}

TEST(Naca, CountsWhatWasAskedFor) {
  const Mesh triangles = naca({"2412", 64, 24, CellType::triangle});
  EXPECT_EQ(triangles.vertices, 64 * 24);
  EXPECT_EQ(triangles.cells, std::vector(2 * 64 * 23, CellType::triangle));
  EXPECT_EQ(triangles.edges.size(), 64u * (24 + 23 + 23));

  const Mesh quads = naca({"2412", 64, 24, CellType::quadrilateral});
  EXPECT_EQ(quads.points, triangles.points);
  EXPECT_EQ(quads.cells, std::vector(64 * 23, CellType::quadrilateral));
  EXPECT_EQ(quads.edges.size(), 64u * (24 + 23));

  EXPECT_THAT(quads.markers, ElementsAre("airfoil", "farfield"));
  for (const int marker : {0, 1})
    EXPECT_EQ(std::ranges::count(quads.boundary, marker, &BoundaryFace::marker), 64);
}

TEST(Naca, LiesOnTheSection) {
  const Mesh mesh = naca({"0012", 192, 4});
  for (int i = 0; i < 192; ++i) {
    const auto& [x, y, z] = mesh.points[i];
    const double half_thickness = 0.6 * (0.2969 * std::sqrt(x) - 0.1260 * x - 0.3516 * x * x +
                                         0.2843 * x * x * x - 0.1036 * x * x * x * x);
    EXPECT_NEAR(std::abs(y), half_thickness, 1e-14);
    EXPECT_EQ(y > 0, i > 0 && i < 96) << "the upper side comes first";
  }
}

TEST(Naca, SymmetricSectionsHaveMeshesSymmetricToTheLastBit) {
  for (const CellType type : cell_types)
    for (const char* digits : {"0012", "0001", "0099"})
      for (const int around : {16, 18, 192}) {
        const Mesh mesh = naca({digits, around, 24, type});
        const auto mirrored = [&](global_index vertex) {
          const global_index place = vertex % around;
          return place == 0 ? vertex : vertex - 2 * place + around;
        };
        for (global_index vertex = 0; vertex < mesh.vertices; ++vertex) {
          const auto& [x, y, z] = mesh.points[vertex];
          EXPECT_EQ(mesh.points[mirrored(vertex)], (Point{x, -y, z}));
        }
        std::set<std::set<global_index>> cells, mirror_images;
        for_each_cell(mesh, [&](std::span<const global_index> cell) {
          cells.emplace(cell.begin(), cell.end());
          std::set<global_index> image;
          for (const global_index vertex : cell) image.insert(mirrored(vertex));
          mirror_images.insert(std::move(image));
        });
        EXPECT_EQ(cells, mirror_images);
      }
}

TEST(NearestOnNaca, KeepsThePointsOfSectionAndCircleAndMovesMiddlesOntoThem) {
  for (const char* digits : {"0012", "4415"})
    for (const bool is_blunt : {false, true}) {
      const NacaOptions options{.digits = digits, .surface_points = 64, .is_blunt = is_blunt};
      NacaOptions finer = options;
      finer.surface_points = 4096;
      const Mesh mesh = naca(options), near = naca(finer);
      const auto distance = [](const Point& a, const Point& b) {
        return std::hypot(b[0] - a[0], b[1] - a[1]);
      };
      for (const BoundaryFace& face : mesh.boundary) {
        const Point &a = mesh.points[face.vertices[0]], &b = mesh.points[face.vertices[1]];
        EXPECT_LT(distance(nearest_on_naca(options, face.marker, a), a), 1e-7);
        const Point middle =
            nearest_on_naca(options, face.marker, {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0});
        if (face.marker == 1) {
          EXPECT_NEAR(distance(middle, {0.5, 0, 0}), 50, 1e-12);
          continue;
        }
        double longer = 1;  // the way by the middle, than a segment of a fine mesh
        for (int v = 0; v < finer.surface_points; ++v) {
          const Point &c = near.points[v], &d = near.points[(v + 1) % finer.surface_points];
          longer = std::min(longer, distance(c, middle) + distance(middle, d) - distance(c, d));
        }
        EXPECT_LT(longer, 1e-9) << digits << " at " << middle[0] << ", " << middle[1];
        EXPECT_NEAR(distance(middle, a), distance(middle, b), 0.1 * distance(a, b));
      }
    }
}

TEST(Naca, RefusesWhatItCannotMesh) {
  EXPECT_EQ(error({"12"}), "there is no NACA section \"12\"; give four digits such as 0012 or 2412");
  EXPECT_EQ(error({"001x"}), "there is no NACA section \"001x\"; give four digits such as 0012 or 2412");
  EXPECT_EQ(error({"2400"}), "NACA 2400 has no thickness; the last two digits must be 01 to 99");
  for (const char* half_a_camber : {"2012", "0412"})
    EXPECT_THAT(error({half_a_camber}), HasSubstr("names a camber without its position or the reverse"));
  for (const int around : {14, 17, 0, -16})
    EXPECT_THAT(error({"0012", around}), HasSubstr("give an even number, at least 16"));
  EXPECT_EQ(error({"0012", 16, 3}), "cannot put 3 points between airfoil and far field; give at least 4");
  for (const double spacing : {1e-9, 0.2, -1.0, std::nan("")})
    EXPECT_THAT(error({.wall_spacing = spacing}), HasSubstr("give a distance from 1e-8 to 0.1"));
  EXPECT_EQ(error({"0012", 16, 4, CellType::tetrahedron}),
            "the mesh about an airfoil has triangles or quadrilaterals; ask for one of them");
  EXPECT_EQ(
      error({"9999", 192, 48}),
      "the mesh about NACA 9999 with 192 x 48 points folds; take less camber, less thickness or more points");
}

}  // namespace
}  // namespace partita::mesh
