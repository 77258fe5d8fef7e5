// Refinement of meshes in the plane. A whole mesh, refined by one process alone, is the reference for shares.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/mesh/refine.hpp>
#include <partita/support/error.hpp>
#include <partita/support/random.hpp>

#include "sample_meshes.hpp"
#include "sample_solids.hpp"
#include "shares_of_meshes.hpp"

namespace partita::mesh {
namespace {

// One cell in `one_in` by chance, of all cells.
std::vector<int> some_marks(std::size_t cells, std::uint32_t one_in, std::uint64_t seed) {
  Random random(seed);
  std::vector<int> marks(cells);
  for (int& mark : marks) mark = random.below(one_in) == 0 ? 1 : 0;
  return marks;
}

// This rank's part of marks of all cells.
std::vector<int> marks_of_share(const Communicator& comm, const std::vector<int>& all, std::size_t cells) {
  const auto first = all.begin() + sum_below(comm, static_cast<global_index>(cells));
  return {first, first + static_cast<std::ptrdiff_t>(cells)};
}

struct Case {
  Mesh mesh;
  BoundaryCurve curve;
};

std::vector<Case> cases() {
  const NacaOptions naca_2412{.digits = "2412", .surface_points = 32, .radial_points = 8};
  NacaOptions blunt{
      .surface_points = 32, .radial_points = 8, .cells = CellType::quadrilateral, .is_blunt = true};
  const auto about = [](const NacaOptions& options) {
    return Case{naca(options), [options](int marker, const Point& middle) {
                  return nearest_on_naca(options, marker, middle);
                }};
  };
  return {{mixed_mesh(9, 7, 1), {}}, {mixed_mesh(1, 1, 2), {}}, about(naca_2412), about(blunt)};
}

class Refinement : public testing::TestWithParam<int> {
 protected:
  const Communicator comm_{MPI_COMM_WORLD}, alone_{MPI_COMM_SELF};
  const Case case_ = cases()[static_cast<std::size_t>(GetParam())];

  Refined refined_alone(const Mesh& whole, const std::vector<int>& marks) const {
    return refine(alone_, {whole, {}}, marks, case_.curve);
  }
};

INSTANTIATE_TEST_SUITE_P(Meshes, Refinement, testing::Range(0, 4));

// Refines on one process: on several ranks each would do the same.
class RefinementAlone : public Refinement {
  void SetUp() override {
    if (comm_.size() > 1) GTEST_SKIP() << "runs on one rank";
  }
};

INSTANTIATE_TEST_SUITE_P(Meshes, RefinementAlone, testing::Range(0, 4));

TEST_P(Refinement, GivesTheSameMeshOnAnyRanks) {
  Draft share{share_of(comm_, case_.mesh, 7), {}};
  level(comm_, share);
  Mesh whole = case_.mesh;
  for (const std::uint64_t round : {1u, 2u, 3u}) {
    const std::vector<int> marks = some_marks(whole.cells.size(), 5, round);
    const Refined expected = refined_alone(whole, marks);
    Refined found = refine(comm_, share, marks_of_share(comm_, marks, share.mesh.cells.size()), case_.curve);
    const Mesh& finer = expected.draft.mesh;
    const Mesh all = whole_of(comm_, found.draft.mesh);
    EXPECT_EQ(all.points, finer.points);
    EXPECT_EQ(all.cell_vertices, finer.cell_vertices);
    EXPECT_EQ(all.boundary, finer.boundary);
    EXPECT_EQ(all.markers, finer.markers);
    EXPECT_EQ(of_all_ranks(comm_, found.parents), expected.parents);
    EXPECT_EQ(of_all_ranks(comm_, found.cells), expected.cells);
    EXPECT_LE(std::ssize(found.cells), std::ssize(expected.cells) / comm_.size() + 1) << "equal blocks";
    share = std::move(found.draft);
    whole = finer;
  }
}

TEST_P(RefinementAlone, StaysConformingAndCoversTheSameCells) {
  Mesh whole = case_.mesh;
  for (const std::uint64_t round : {1u, 2u, 3u}) {
    Refined refined = refined_alone(whole, some_marks(whole.cells.size(), 5, round));
    Mesh& finer = refined.draft.mesh;
    std::vector<double> missing;
    for_each_cell(whole, [&](std::span<const global_index> cell) { missing.push_back(area(whole, cell)); });
    if (!case_.curve) {  // else cells at the boundary change
      std::size_t k = 0;
      for_each_cell(finer, [&](std::span<const global_index> cell) {
        missing[static_cast<std::size_t>(refined.cells[k++])] -= area(finer, cell);
      });
      EXPECT_THAT(missing, testing::Each(testing::DoubleNear(0, 1e-13)));
    }
    EXPECT_NO_THROW(complete(finer));
    whole = finer;
  }
}

TEST_P(RefinementAlone, DividesMarkedCellsInFourAndLeavesTheMeshIfNoneIsMarked) {
  const std::vector<int> none(case_.mesh.cells.size(), 0);
  const Mesh triangles = refined_alone(case_.mesh, none).draft.mesh;
  EXPECT_EQ(triangles.points, case_.mesh.points);
  EXPECT_THAT(triangles.cells, testing::Each(CellType::triangle));
  EXPECT_EQ(refined_alone(triangles, std::vector<int>(triangles.cells.size(), 0)).draft.mesh.cell_vertices,
            triangles.cell_vertices);

  const std::vector<int> marks = some_marks(triangles.cells.size(), 3, 9);
  const Refined refined = refined_alone(triangles, marks);
  for (std::size_t cell = 0; cell < marks.size(); ++cell) {
    const auto parts = std::ranges::count(refined.cells, static_cast<global_index>(cell));
    EXPECT_TRUE(marks[cell] == 1 ? parts == 4 : 1 <= parts && parts <= 4) << parts;
  }
}

TEST_P(RefinementAlone, PutsNewPointsBetweenTheirParentsOrOnTheCurve) {
  const Refined refined = refined_alone(case_.mesh, some_marks(case_.mesh.cells.size(), 4, 5));
  std::vector<int> marker(refined.draft.mesh.points.size(), -1);
  for (const BoundaryFace& face : refined.draft.mesh.boundary)
    for (const global_index v : face.corners()) marker[static_cast<std::size_t>(v)] = face.marker;
  for (std::size_t v = 0; v < refined.parents.size(); ++v) {
    const Point& found = refined.draft.mesh.points[v];
    const auto& [a, b] = refined.parents[v];
    const auto &from = case_.mesh.points[static_cast<std::size_t>(a)],
               &to = case_.mesh.points[static_cast<std::size_t>(b)];
    const Point middle{0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1]), 0};
    if (a == b || !case_.curve || marker[v] < 0) {
      EXPECT_EQ(found, middle);
    } else {
      const Point there = case_.curve(marker[v], found);
      EXPECT_LT(std::hypot(there[0] - found[0], there[1] - found[1]), 1e-7) << "on the curve";
    }
  }
}

double least_angle(const Mesh& mesh) {
  double least = std::numbers::pi;
  for_each_cell(mesh, [&](std::span<const global_index> v) {
    for (std::size_t k = 0; k < v.size(); ++k) {
      const Point &at = mesh.points[v[k]], &to = mesh.points[v[(k + 1) % v.size()]],
                  &from = mesh.points[v[(k + 2) % v.size()]];
      const double ax = to[0] - at[0], ay = to[1] - at[1], bx = from[0] - at[0], by = from[1] - at[1];
      least = std::min(least, std::atan2(ax * by - ay * bx, ax * bx + ay * by));
    }
  });
  return least;
}

TEST(RefinementAtOnePlace, NeverHalvesTheLeastAngle) {
  if (Communicator(MPI_COMM_WORLD).size() > 1) GTEST_SKIP() << "runs on one rank";
  const Communicator alone(MPI_COMM_SELF);
  Mesh mesh = mixed_mesh(6, 6, 4);
  mesh = refine(alone, {mesh, {}}, std::vector<int>(mesh.cells.size(), 0)).draft.mesh;
  const double before = least_angle(mesh);
  std::vector<int> marks(mesh.cells.size(), 0);
  marks[20] = 1;
  for (int round = 0; round < 8; ++round) {
    const Refined refined = refine(alone, {mesh, {}}, marks);
    mesh = refined.draft.mesh;
    const auto first_part = std::ranges::find_if(
        refined.cells, [&](global_index c) { return marks[static_cast<std::size_t>(c)] == 1; });
    const auto place = first_part - refined.cells.begin();
    marks.assign(mesh.cells.size(), 0);
    marks[static_cast<std::size_t>(place)] = 1;
    EXPECT_GE(least_angle(mesh), 0.5 * before) << "Rivara's bound";
  }
  EXPECT_LT(mesh.cells.size(), 600u) << "far cells stay";
}

TEST(RefinementOf, OtherMeshesIsRefused) {
  const Communicator comm(MPI_COMM_WORLD);
  Draft cube{share_of(comm, cube_of(Cut::tetrahedra, 2, 1)), {}};
  EXPECT_THAT([&] { (void)refine(comm, cube, std::vector<int>(cube.mesh.cells.size(), 0)); },
              testing::ThrowsMessage<CollectiveError>("only meshes of two dimensions can be refined"));
  Draft plane{share_of(comm, mixed_mesh(3, 3, 1)), {}};
  EXPECT_THAT([&] { (void)refine(comm, plane, std::vector<int>(plane.mesh.cells.size() + 1, 0)); },
              testing::ThrowsMessage<CollectiveError>(testing::HasSubstr("give a mark for each")));
}

TEST(RefinementOf, ABoundaryWhoseCurveThrowsOnOneRankThrowsOnAll) {
  const Communicator comm(MPI_COMM_WORLD);
  Draft share{share_of(comm, mixed_mesh(9, 7, 1), 7), {}};
  level(comm, share);
  const auto curve = [&](int, const Point& middle) {
    if (middle[0] < 0.8 && middle[1] < 0.3) throw Error("the curve ends here");  // at one edge
    return middle;
  };
  EXPECT_THAT([&] { (void)refine(comm, share, std::vector<int>(share.mesh.cells.size(), 1), curve); },
              testing::ThrowsMessage<CollectiveError>("the curve ends here"));
}

}  // namespace
}  // namespace partita::mesh
