// Coarser levels of the airfoil's meshes, and steps that they correct.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <partita/mesh/naca.hpp>

#include "agglomerate.hpp"
#include "recombination.hpp"
#include "solver.hpp"
#include "tests/mesh/sample_meshes.hpp"
#include "tests/mesh/sample_solids.hpp"
#include "tests/miniapps/airfoil_shapes.hpp"

namespace partita::airfoil {
namespace {

constexpr int many_levels = 20;

// The part of each list of the whole geometry that this rank brings.
template <int D>
Geometry<D> share_of(const Geometry<D>& whole, const Communicator& comm) {
  const auto part = [&](const auto& list) {
    const auto size = static_cast<std::ptrdiff_t>(list.size());
    const auto cut = [&](int rank) { return list.begin() + size * rank / comm.size(); };
    return std::remove_cvref_t<decltype(list)>(cut(comm.rank()), cut(comm.rank() + 1));
  };
  Geometry<D> share;
  share.points = part(whole.points);
  share.volumes = part(whole.volumes);
  share.edges = part(whole.edges);
  share.normals = part(whole.normals);
  share.faces = part(whole.faces);
  share.face_normals = part(whole.face_normals);
  share.face_kinds = part(whole.face_kinds);
  return share;
}

// The levels of a whole mesh, the finest first.
template <int D>
std::vector<Geometry<D>> levels_of(const mesh::Mesh& mesh) {
  Geometry<D> finest = shuffled<D>(mesh, 1, 1);
  agglomerate(Communicator(MPI_COMM_SELF), finest, many_levels);
  std::vector<Geometry<D>> levels = std::move(finest.coarser);
  levels.insert(levels.begin(), std::move(finest));
  return levels;
}

template <int D>
void expect_cells_of_two_then_four_parts(const mesh::Mesh& mesh) {
  const auto levels = levels_of<D>(mesh);
  ASSERT_GE(levels.size(), 2u);
  for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
    const Geometry<D>&fine = levels[l], &coarse = levels[l + 1];
    const std::size_t cells = coarse.points.size();
    std::vector<double> volumes(cells);
    std::vector<int> parts(cells);
    ASSERT_EQ(fine.parents.size(), fine.points.size()) << "each vertex is a part of one cell";
    for (std::size_t v = 0; v < fine.parents.size(); ++v) {
      volumes.at(static_cast<std::size_t>(fine.parents[v])) += fine.volumes[v];
      ++parts[static_cast<std::size_t>(fine.parents[v])];
    }
    for (std::size_t cell = 0; cell < cells; ++cell)
      EXPECT_NEAR(volumes[cell], coarse.volumes[cell], 1e-12 * volumes[cell]);
    const double mean = static_cast<double>(fine.points.size()) / static_cast<double>(cells);
    EXPECT_GT(mean, l == 0 ? 1.6 : 2.5);
    EXPECT_LT(mean, l == 0 ? 2.5 : 6.0);
    EXPECT_GE(std::ranges::min(parts), 1) << "cells at boundaries may wait for their leaders";
  }
}

// A cell is connected if its parts can all be reached from the first one, by edges within it.
template <int D>
void expect_connected_cells(const mesh::Mesh& mesh) {
  const auto levels = levels_of<D>(mesh);
  for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
    const auto& parents = levels[l].parents;
    std::vector<std::size_t> root(parents.size());
    std::iota(root.begin(), root.end(), std::size_t{0});
    const auto find = [&](std::size_t v) {
      while (root[v] != v) v = root[v] = root[root[v]];
      return v;
    };
    for (const auto& [a, b] : levels[l].edges)
      if (parents[static_cast<std::size_t>(a)] == parents[static_cast<std::size_t>(b)])
        root[find(static_cast<std::size_t>(a))] = find(static_cast<std::size_t>(b));
    std::set<std::size_t> pieces;
    for (std::size_t v = 0; v < root.size(); ++v) pieces.insert(find(v));
    EXPECT_EQ(pieces.size(), levels[l + 1].points.size());
  }
}

// Of each cell of a level, a bit for each kind of boundary that it has.
template <int D>
std::vector<unsigned> kinds_of(const Geometry<D>& level) {
  std::vector<unsigned> kinds(level.points.size());
  for (std::size_t f = 0; f < level.faces.size(); ++f)
    for (const global_index corner : level.faces[f])
      kinds[static_cast<std::size_t>(corner)] |= 1u << static_cast<int>(level.face_kinds[f]);
  return kinds;
}

template <int D>
void expect_parts_with_the_same_boundary(const mesh::Mesh& mesh) {
  const auto levels = levels_of<D>(mesh);
  for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
    const auto fine = kinds_of(levels[l]), coarse = kinds_of(levels[l + 1]);
    for (std::size_t v = 0; v < fine.size(); ++v)
      EXPECT_EQ(fine[v], coarse[static_cast<std::size_t>(levels[l].parents[v])]);
  }
}

template <int D>
void expect_closed_cells(const mesh::Mesh& mesh) {
  for (const Geometry<D>& level : levels_of<D>(mesh)) {
    std::vector<Vector<D>> surface(level.points.size());
    double largest = 0;
    const auto add = [&](global_index cell, double sign, const Vector<D>& normal) {
      surface[static_cast<std::size_t>(cell)] += sign * normal;
      largest = std::max(largest, length(normal));
    };
    for (std::size_t e = 0; e < level.edges.size(); ++e) {
      add(level.edges[e][0], 1, level.normals[e]);
      add(level.edges[e][1], -1, level.normals[e]);
    }
    for (std::size_t f = 0; f < level.faces.size(); ++f)
      for (const global_index corner : level.faces[f]) add(corner, 1.0 / D, level.face_normals[f]);
    for (const Vector<D>& sum : surface) EXPECT_LT(length(sum), 1e-13 * largest);
  }
}

template <int D>
void expect_the_levels_of_one_rank(const mesh::Mesh& mesh, const Communicator& comm) {
  const auto same = [](const auto& a, const auto& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0);
  };
  auto expected = levels_of<D>(mesh);
  Geometry<D> finest = share_of(expected.front(), comm);
  agglomerate(comm, finest, many_levels);
  ASSERT_EQ(finest.coarser.size(), expected.size() - 1);
  // Shares end at cells, so they are told by their number of cells.
  for (std::size_t l = 0; l < finest.coarser.size(); ++l) {
    const Geometry<D>&found = finest.coarser[l], &whole = expected[l + 1];
    const auto cells = static_cast<global_index>(found.points.size());
    const global_index first = sum_below(comm, cells);
    ASSERT_EQ(sum(comm, cells), std::ssize(whole.points));
    const auto cell_of = [](const auto& row) { return row[0]; };
    const auto mine = [&](const auto& keys, const auto& list) {
      std::remove_cvref_t<decltype(list)> part;
      for (std::size_t k = 0; k < list.size(); ++k)
        if (first <= cell_of(keys[k]) && cell_of(keys[k]) < first + cells) part.push_back(list[k]);
      return part;
    };
    EXPECT_TRUE(same(found.edges, mine(whole.edges, whole.edges)));
    EXPECT_TRUE(same(found.normals, mine(whole.edges, whole.normals)));
    EXPECT_TRUE(same(found.face_normals, mine(whole.faces, whole.face_normals)));
    for (std::size_t k = 0; k < found.points.size(); ++k) {
      EXPECT_EQ(found.volumes[k], whole.volumes[static_cast<std::size_t>(first) + k]);
      for (int axis = 0; axis < D; ++axis)
        EXPECT_EQ(found.points[k][axis], whole.points[static_cast<std::size_t>(first) + k][axis]);
    }
  }
}

template <int D>
DistributedMesh<D> with_levels(const mesh::Mesh& mesh, const Communicator& comm,
                               std::uint64_t owners_seed = 3) {
  Geometry<D> geometry = comm.rank() == 0 ? shuffled<D>(mesh, comm.size(), owners_seed) : Geometry<D>();
  agglomerate(comm, geometry, many_levels);
  return {comm, std::move(geometry)};
}

// Two squares with no edge between them.
mesh::Mesh two_parts(int n, int m) {
  mesh::Mesh both = mesh::mixed_mesh(n, n, 7);
  const mesh::Mesh other = mesh::mixed_mesh(m, m, 7);
  for (const auto& [x, y, z] : other.points) both.points.push_back({x, y + n + 1, z});
  for (const global_index v : other.cell_vertices) both.cell_vertices.push_back(v + both.vertices);
  both.cells.insert(both.cells.end(), other.cells.begin(), other.cells.end());
  for (mesh::BoundaryFace face : other.boundary) {
    for (const int end : {0, 1}) face.vertices[static_cast<std::size_t>(end)] += both.vertices;
    both.boundary.push_back(face);
  }
  mesh::complete(both);
  return both;
}

class AirfoilMultigrid : public testing::Test {
 protected:
  template <int D>
  void expect_free_stream_is_preserved(const mesh::Mesh& shape, bool vortex) const {
    DistributedMesh<D> mesh = with_levels<D>(shape, comm_);
    ASSERT_FALSE(mesh.coarser.empty());
    Solver<D> flow(mesh, {0.8, 0.1, 1, vortex});
    for (int step = 0; step < 10; ++step) {
      flow.step();
      EXPECT_LE(flow.equations().residual(), flow.equations().rounding());
    }
    Row<D> expected;
    put(conservative(free_stream<D>(0.8, 0.1)), expected);
    for (const Row<D>& w : flow.state())
      for (int c = 0; c < D + 2; ++c) EXPECT_NEAR(w[c], expected[c], 1e-12);
  }

  // A step with multigrid of any ranks and owners.
  template <int D>
  void expect_the_bits_of_one_rank(const mesh::Mesh& shape) const {
    const auto course = [&](const Communicator& comm, std::uint64_t owners_seed) {
      DistributedMesh<D> mesh = with_levels<D>(shape, comm, owners_seed);
      Solver<D> flow(mesh, {0.8, 0.02});
      std::vector<double> history;
      for (int step = 0; step < 5; ++step) {  // two pairs are recombined
        flow.step();
        history.insert(history.end(), {flow.equations().residual(), flow.equations().forces().lift,
                                       flow.equations().forces().drag});
      }
      return history;
    };
    const std::vector<double> expected = course(Communicator(MPI_COMM_SELF), 1);
    for (const std::uint64_t seed : {2u, 3u}) EXPECT_EQ(course(comm_, seed), expected);
  }

  const Communicator comm_{MPI_COMM_WORLD};
  const mesh::Mesh section_ = mesh::naca({.surface_points = 48, .radial_points = 16});
};

TEST_F(AirfoilMultigrid, EachVertexIsAPartOfOneCellAndCellsHaveAboutTwoPartsThenFour) {
  expect_cells_of_two_then_four_parts<2>(section_);
  expect_cells_of_two_then_four_parts<2>(mesh::mixed_mesh(16, 16, 7));
  expect_cells_of_two_then_four_parts<3>(mesh::cube_of(mesh::Cut::tetrahedra, 7, 7));
}

TEST_F(AirfoilMultigrid, CellsAreConnected) {
  expect_connected_cells<2>(section_);
  expect_connected_cells<3>(mesh::cube_of(mesh::Cut::tetrahedra, 7, 7));
}

TEST_F(AirfoilMultigrid, CellsJoinOnlyWithTheSameKindsOfBoundary) {
  expect_parts_with_the_same_boundary<2>(section_);
  expect_parts_with_the_same_boundary<3>(mesh::cube_of(mesh::Cut::tetrahedra, 7, 7));
}

TEST_F(AirfoilMultigrid, CellsAreClosed) {
  expect_closed_cells<2>(section_);
  expect_closed_cells<3>(mesh::cube_of(mesh::Cut::mixture, 5, 7));
}

TEST_F(AirfoilMultigrid, LevelsAreThoseOfOneRank) {
  expect_the_levels_of_one_rank<2>(section_, comm_);
  expect_the_levels_of_one_rank<3>(mesh::cube_of(mesh::Cut::mixture, 5, 7), comm_);
}

TEST_F(AirfoilMultigrid, ThinCellsJoinAcrossTheirLargeFaces) {
  mesh::Mesh thin = mesh::mixed_mesh(16, 16, 7);
  for (mesh::Point& point : thin.points) point[1] /= 50;
  const auto levels = levels_of<2>(thin);
  std::size_t in_one_column = 0;
  for (std::size_t v = 0; v < levels[0].parents.size(); ++v) {
    const auto& whole = levels[1].points[static_cast<std::size_t>(levels[0].parents[v])];
    if (std::fabs(levels[0].points[v][0] - whole[0]) < 0.5) ++in_one_column;
  }
  EXPECT_GT(in_one_column, 3 * levels[0].parents.size() / 4);
}

TEST_F(AirfoilMultigrid, PreservesTheFreeStream) {
  expect_free_stream_is_preserved<2>(mesh::mixed_mesh(12, 12, 7), true);
  expect_free_stream_is_preserved<3>(mesh::cube_of(mesh::Cut::tetrahedra, 5, 7), false);
  // The smaller part would become one cell, which has no sides.
  expect_free_stream_is_preserved<2>(two_parts(40, 3), false);
}

TEST_F(AirfoilMultigrid, ConvergesToTheFlowOfTheMeshAloneInFewerSteps) {
  const mesh::Mesh& section = section_;
  const Flow<2> about{0.5, 0.05, 1, true, {0.25, 0}};
  DistributedMesh<2> alone = distributed<2>(section, comm_), with_coarser = with_levels<2>(section, comm_);
  Solver<2> slow(alone, about), fast(with_coarser, about);
  const auto march = [](Solver<2>& flow, int steps) {
    flow.step();
    const double first = flow.equations().residual();
    for (int step = 1; step < steps; ++step) flow.step();
    return flow.equations().residual() / first;
  };
  EXPECT_LT(march(fast, 50), 1e-6);
  EXPECT_LT(march(slow, 700), 1e-6);
  EXPECT_NEAR(fast.equations().forces().lift, slow.equations().forces().lift, 5e-5);
  EXPECT_NEAR(fast.equations().forces().drag, slow.equations().forces().drag, 5e-5);
}

// Steps that are told: each takes vertices a share of their way to a flow, which is one of four shares.
class RecombinedSteps : public testing::Test {
 protected:
  void march(int steps, double share, const Row<2>& to) {
    for (int step = 0; step < steps; ++step) {
      recombination_.begin();
      std::vector<Row<2>> rows = level_.w.values();
      for (std::size_t v = 0; v < rows.size(); ++v) {
        const auto times = static_cast<double>(1 + mesh_.volume.numbers()[v] % 4);
        for (int c = 0; c < 4; ++c) rows[v][c] += times * share * (to[c] - rows[v][c]);
      }
      level_.w.assign(rows);
      recombination_.end();
    }
  }
  void begin_at(const Row<2>& row) {
    level_.w.assign(std::vector<Row<2>>(static_cast<std::size_t>(mesh_.vertices.owned()), row));
  }
  State<2> field(const char* name) { return mesh_.domain.field<double, 4>(name, mesh_.vertices); }

  const Communicator comm_{MPI_COMM_WORLD};
  DistributedMesh<2> mesh_ = distributed<2>(mesh::mixed_mesh(8, 8, 7), comm_);
  const Level<2> level_{mesh_, field("w"), field("q"), field("residual")};
  Recombination<2> recombination_{level_};
  const Row<2> subsonic_ = row_of(0.5), faster_ = row_of(0.51);

 private:
  static Row<2> row_of(double mach) {
    Row<2> row;
    put(conservative(free_stream<2>(mach, 0)), row);
    return row;
  }
};

TEST_F(RecombinedSteps, ArriveSoonerAndStayWhereNothingChanges) {
  begin_at(faster_);
  march(20, 0.01, subsonic_);  // alone, the slowest would keep four fifths of their way
  for (const Row<2>& w : level_.w.values())
    for (int c = 0; c < 4; ++c) EXPECT_NEAR(w[c], subsonic_[c], 1e-8);
  march(4, 0.01, faster_);
  const std::vector<Row<2>> before = level_.w.values();
  march(4, 0, faster_);
  const std::vector<Row<2>> after = level_.w.values();
  EXPECT_EQ(std::memcmp(before.data(), after.data(), before.size() * sizeof(Row<2>)), 0);
}

TEST_F(RecombinedSteps, ThatLeadFarLeaveGas) {
  Row<2> vacuum = subsonic_;
  vacuum[0] = -50;
  begin_at(subsonic_);
  march(6, 1e-5, vacuum);
  double least = subsonic_[0];
  for (const Row<2>& w : level_.w.values()) {
    EXPECT_TRUE(is_gas(primitive(conservative_in<2>(w))));
    least = std::min(least, w[0]);
  }
  EXPECT_LT(min(comm_, least), 0.9 * subsonic_[0]) << "the combination is taken in part";
}

TEST_F(AirfoilMultigrid, AnyRanksAndOwnersComputeTheBitsOfOneRank) {
  expect_the_bits_of_one_rank<2>(section_);
  expect_the_bits_of_one_rank<3>(mesh::cube_of(mesh::Cut::mixture, 5, 6));
}

}  // namespace
}  // namespace partita::airfoil
