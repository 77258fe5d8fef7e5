// The airfoil solver on whole meshes, small enough for any number of ranks.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <tuple>
#include <vector>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/dual.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>

#include "distribute.hpp"
#include "local_mesh.hpp"
#include "solver.hpp"

namespace partita::airfoil {
namespace {

class KokkosRuntime : public testing::Environment {
  void SetUp() override { Kokkos::initialize(); }
  void TearDown() override { Kokkos::finalize(); }
};
const auto* const kokkos = testing::AddGlobalTestEnvironment(new KokkosRuntime);

// A square of quadrilaterals, some cut into two triangles, with the inner points shaken.
mesh::Mesh mixed_square(int n) {
  Random random(7);
  const auto shake = [&] { return (random.next() / 4294967296.0 - 0.5) * 0.4; };
  mesh::Mesh mesh;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      const bool inner = 0 < i && i < n && 0 < j && j < n;
      mesh.points.push_back({i + (inner ? shake() : 0), j + (inner ? shake() : 0), 0});
    }
  const auto at = [n](int i, int j) { return static_cast<global_index>(j * (n + 1) + i); };
  const auto add = [&](mesh::CellType type, std::initializer_list<global_index> vertices) {
    mesh.cells.push_back(type);
    mesh.cell_vertices.insert(mesh.cell_vertices.end(), vertices);
  };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const global_index a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
      if (random.below(2) == 0) {
        add(mesh::CellType::quadrilateral, {a, b, c, d});
      } else {
        add(mesh::CellType::triangle, {a, b, c});
        add(mesh::CellType::triangle, {a, c, d});
      }
    }
  for (int k = 0; k < n; ++k)
    for (const auto& [a, b] : {std::pair(at(k, 0), at(k + 1, 0)), std::pair(at(n, k), at(n, k + 1)),
                               std::pair(at(k + 1, n), at(k, n)), std::pair(at(0, k + 1), at(0, k))})
      mesh.boundary.push_back({{a, b, -1}, 0});
  mesh.markers = {"farfield"};
  mesh::complete(mesh);
  return mesh;
}

// Vertices in random order, edges too, owners at random: as bad as it gets. The order is the same for any
// number of ranks, and for any owners.
Geometry shuffled(const mesh::Mesh& mesh, int ranks, std::uint64_t owners_seed) {
  Random random(3), random_owners(owners_seed);
  std::vector<std::size_t> old_number(mesh.points.size());
  std::iota(old_number.begin(), old_number.end(), std::size_t{0});
  random.shuffle(old_number);
  std::vector<global_index> number(old_number.size());

  const mesh::Dual dual = mesh::median_dual(mesh);
  Geometry geometry;
  for (std::size_t k = 0; k < old_number.size(); ++k) {
    number[old_number[k]] = static_cast<global_index>(k);
    geometry.points.push_back({mesh.points[old_number[k]][0], mesh.points[old_number[k]][1]});
    geometry.volumes.push_back(dual.volumes[old_number[k]]);
    geometry.parts.push_back(static_cast<int>(random_owners.below(static_cast<std::uint32_t>(ranks))));
  }
  const auto renumbered = [&](global_index a, global_index b) {
    return Edge{number[static_cast<std::size_t>(a)], number[static_cast<std::size_t>(b)]};
  };
  std::vector<std::size_t> order(mesh.edges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  random.shuffle(order);
  for (const std::size_t e : order) {
    geometry.edges.push_back(renumbered(mesh.edges[e][0], mesh.edges[e][1]));
    geometry.normals.push_back({dual.edge_normals[e][0], dual.edge_normals[e][1]});
  }
  for (std::size_t f = 0; f < mesh.boundary.size(); ++f) {
    geometry.faces.push_back(renumbered(mesh.boundary[f].vertices[0], mesh.boundary[f].vertices[1]));
    geometry.face_normals.push_back({dual.boundary_normals[f][0], dual.boundary_normals[f][1]});
    const std::string& marker = mesh.markers[static_cast<std::size_t>(mesh.boundary[f].marker)];
    geometry.face_kinds.push_back(marker == "airfoil" ? Face::wall : Face::far_field);
  }
  return geometry;
}

Part part_of(const mesh::Mesh& mesh, const Communicator& comm, std::uint64_t owners_seed = 3) {
  return distribute(comm, comm.rank() == 0 ? shuffled(mesh, comm.size(), owners_seed) : Geometry());
}

class AirfoilSolver : public testing::Test {
 protected:
  Part part_of(const mesh::Mesh& mesh) const { return airfoil::part_of(mesh, comm_); }

  Solver solver(const Part& part, const Flow& flow) const {
    return Solver(part.domain, flow, KokkosExchange<>(part.pattern()), comm_);
  }

  const Communicator comm_{MPI_COMM_WORLD};
};

TEST_F(AirfoilSolver, FreeStreamIsPreservedAndItsResidualIsRounding) {
  const Part part = part_of(mixed_square(8));
  for (const double mach : {0.3, 0.8}) {
    const Vector corner{0, 0};
    Solver flow = solver(part, {mach, 0.1, 1, true, corner});
    for (int step = 0; step < 20; ++step) {
      flow.step();
      EXPECT_LE(flow.residual(), flow.rounding());
    }
    const Conservative expected = conservative(free_stream(mach, 0.1));
    for (const Conservative& w : flow.state()) {
      EXPECT_NEAR(w.rho, expected.rho, 1e-13);
      EXPECT_NEAR(w.m.x, expected.m.x, 1e-13);
      EXPECT_NEAR(w.m.y, expected.m.y, 1e-13);
      EXPECT_NEAR(w.e, expected.e, 1e-13);
    }
  }
}

TEST_F(AirfoilSolver, GradientsOfLinearFieldsAreExact) {
  const Part part = part_of(mixed_square(8));
  KokkosExchange<> exchange(part.pattern());
  const LocalMesh mesh(part.domain, exchange);
  const Vector slope{2, -3};
  const auto points = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), mesh.point);
  std::vector<Gradient> sums(mesh.local);  // of owned vertices complete, of ghosts not
  for (const auto [a, b] : part.domain.edges) {
    const Vector way = points(b) - points(a);
    const Primitive difference{dot(slope, way), {0, 0}, -dot(slope, way)};
    add_edge(sums[a], difference, way);
    add_edge(sums[b], difference, way);
  }
  const auto inverse = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), mesh.inverse_moments);
  for (local_index v = 0; v < mesh.owned; ++v) {
    const Gradient gradient = solve(inverse(v), sums[v]);
    EXPECT_NEAR(gradient.rho.x, slope.x, 1e-12);
    EXPECT_NEAR(gradient.rho.y, slope.y, 1e-12);
    EXPECT_NEAR(gradient.p.x, -slope.x, 1e-12);
    EXPECT_EQ(gradient.u.x, 0);
  }
}

TEST_F(AirfoilSolver, FlowComesToRestAndIsItsOwnMirrorImage) {
  const Part part = part_of(mesh::naca({.surface_points = 48, .radial_points = 16}));
  Solver flow = solver(part, {0.5, 0, 1, true, {0.25, 0}});
  flow.step();
  const double first = flow.residual();
  for (int step = 0; step < 300; ++step) flow.step();
  EXPECT_LT(flow.residual(), 1e-4 * first);
  EXPECT_NEAR(flow.forces().lift, 0, 1e-9);
  EXPECT_GT(flow.forces().drag, 0);
  EXPECT_LT(flow.forces().drag, 0.03);
}

TEST_F(AirfoilSolver, CoefficientsDoNotDependOnTheUnitOfLength) {
  mesh::Mesh mesh = mesh::naca({.surface_points = 48, .radial_points = 16});
  const auto forces = [&](double chord) {
    const Part part = part_of(mesh);
    Solver flow = solver(part, {0.8, 0.02, chord, true, {0.25 * chord, 0}});
    for (int step = 0; step < 30; ++step) flow.step();
    return flow.forces();
  };
  const Forces in_chords = forces(1);
  for (mesh::Point& point : mesh.points)
    for (double& coordinate : point) coordinate *= 1000;
  const Forces in_millimetres = forces(1000);
  EXPECT_NE(in_chords.lift, 0);
  EXPECT_NEAR(in_chords.lift, in_millimetres.lift, 1e-9);
  EXPECT_NEAR(in_chords.drag, in_millimetres.drag, 1e-9);
}

// All that there is to compare: the state in the order of the geometry (on rank 0, empty elsewhere), and what
// every rank sees of every step.
struct Course {
  std::vector<Conservative> state;
  std::vector<double> history;
};

Course course(const mesh::Mesh& mesh, const Communicator& comm, std::uint64_t owners_seed,
              const PlanOptions& options) {
  const Part part = part_of(mesh, comm, owners_seed);
  Solver solver(part.domain, {0.8, 0.02, 1, true, {0.25, 0}},
                KokkosExchange<>(part.pattern(), make_plan(part.pattern(), options)), comm);
  Course course{{}, {solver.rounding()}};
  for (int step = 0; step < 8; ++step) {
    solver.step();
    course.history.insert(course.history.end(),
                          {solver.residual(), solver.forces().lift, solver.forces().drag});
  }
  course.state = part.vertices.backward(solver.state());
  return course;
}

// Zeros of different signs differ.
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

TEST_F(AirfoilSolver, AnyRanksAnyOwnersAnyPlanComputeTheBitsOfOneRank) {
  const Communicator alone(MPI_COMM_SELF);
  for (const mesh::Mesh& mesh : {mesh::naca({.surface_points = 32, .radial_points = 8}), mixed_square(6)}) {
    const Course expected = course(mesh, alone, 0, {});
    for (const auto& [algorithm, protocol, seed] :
         {std::tuple(Algorithm::lp, Protocol::post_all, 1u),
          std::tuple(Algorithm::rs_n, Protocol::post_all, 2u),
          std::tuple(Algorithm::ac, Protocol::ready_signal, 3u),
          std::tuple(Algorithm::rs_n, Protocol::ready_signal, 4u)}) {
      const Course found =
          course(mesh, comm_, seed, {.schedule = {.algorithm = algorithm}, .protocol = protocol});
      EXPECT_TRUE(same_bits(found.history, expected.history)) << "owners " << seed;
      EXPECT_TRUE(comm_.rank() > 0 || same_bits(found.state, expected.state)) << "owners " << seed;
    }
  }
}

TEST_F(AirfoilSolver, FiveStagesHaveTwoExchangesEach) {
  const Part part = part_of(mixed_square(3));
  Solver flow = solver(part, {0.5, 0, 1, false, {0, 0}});
  flow.step();
  EXPECT_EQ(flow.times().replays.size(), 5 * 2);
}

}  // namespace
}  // namespace partita::airfoil
