// The airfoil solver on whole meshes, small enough for any number of ranks.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/dual.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>

#include "distributed_mesh.hpp"
#include "solver.hpp"
#include "tests/mesh/sample_meshes.hpp"
#include "tests/mesh/sample_solids.hpp"
#include "tests/miniapps/airfoil_shapes.hpp"

namespace partita::airfoil {
namespace {

class KokkosRuntime : public testing::Environment {
  void SetUp() override { Kokkos::initialize(); }
  void TearDown() override { Kokkos::finalize(); }
};
const auto* const kokkos = testing::AddGlobalTestEnvironment(new KokkosRuntime);

class AirfoilSolver : public testing::Test {
 protected:
  template <int D>
  DistributedMesh<D> distributed(const mesh::Mesh& mesh) const {
    return airfoil::distributed<D>(mesh, comm_);
  }

  template <int D>
  void expect_free_stream_is_preserved(const mesh::Mesh& shape, bool vortex) const {
    for (const double mach : {0.3, 0.8}) {
      DistributedMesh<D> mesh = distributed<D>(shape);
      Solver<D> flow(mesh, {mach, 0.1, 1, vortex});
      for (int step = 0; step < 20; ++step) {
        flow.step();
        EXPECT_LE(flow.equations().residual(), flow.equations().rounding());
      }
      Row<D> expected;
      put(conservative(free_stream<D>(mach, 0.1)), expected);
      for (const Row<D>& w : flow.state())
        for (int c = 0; c < D + 2; ++c) EXPECT_NEAR(w[c], expected[c], 1e-13);
    }
  }

  template <int D>
  void expect_gradients_of_linear_fields_are_exact(const mesh::Mesh& shape) const {
    using Slope = Kokkos::Array<double, D>;
    DistributedMesh<D> mesh = distributed<D>(shape);
    const auto slope = vector<D>({2, -3, 5});
    std::vector<double> values;
    for (const auto& point : mesh.point.values()) values.push_back(7 + dot(slope, vector_in<D>(point)));
    auto field = mesh.domain.template field<double, 1>("linear", mesh.vertices);
    field.assign(values);
    const auto gradient = mesh.domain.template field<double, D>("its gradient", mesh.vertices);
    mesh.domain.loop("gradients", mesh.neighbours, loops::read(field, mesh.neighbour[0]),
                     loops::read(field, mesh.neighbour[1]), loops::read(mesh.coefficient),
                     loops::increment(gradient, mesh.neighbour[0]), AddDifference<D>())();
    for (const Slope& found : gradient.values())
      for (int axis = 0; axis < D; ++axis) EXPECT_NEAR(found[axis], slope[axis], 1e-12);
  }

  template <int D>
  struct AddDifference {
    KOKKOS_FUNCTION void operator()(double here, double there, const Kokkos::Array<double, D>& coefficient,
                                    Kokkos::Array<double, D>& to) const {
      for (int axis = 0; axis < D; ++axis) to[axis] += (there - here) * coefficient[axis];
    }
  };

  // Of a cube of n x n x n whose symmetry planes are those across the first axes: by how much the planes
  // found at a vertex are not those that it lies on.
  struct Deviation {
    int n, axes;

    KOKKOS_FUNCTION void operator()(const Kokkos::Array<double, 9>& planes,
                                    const Kokkos::Array<double, 3>& at, double& deviation) const {
      deviation = 0;
      for (int axis = 0; axis < 3; ++axis) {
        const bool lies_on = axis < axes && std::abs(at[axis] - 0.5 * n) > 0.5 * n - 0.5;
        double across = 0;  // a sum of squares of components of normals at right angles
        for (int k = 0; k < 3; ++k) across += planes[3 * k + axis] * planes[3 * k + axis];
        deviation += std::abs(across - (lies_on ? 1 : 0));
      }
    }
  };

  const Communicator comm_{MPI_COMM_WORLD};
};

// On sides, edges and corners of a cube. Planes that are not quite plane are one nevertheless.
TEST_F(AirfoilSolver, FindsOneTwoOrThreeSymmetryPlanesAtAVertex) {
  constexpr int n = 3;
  for (const auto& [axes, vertices] : {std::pair(1, 32), {2, 48}, {3, 56}}) {
    mesh::Mesh cube = mesh::cube_of(mesh::Cut::prisms, n, 7, true);
    for (std::string& marker : cube.markers) marker = marker[0] - 'x' < axes ? "symmetry" : "farfield";
    DistributedMesh<3> mesh = distributed<3>(cube);
    const auto deviation = mesh.domain.field<double, 1>("deviation", mesh.mirrored);
    mesh.domain.loop("deviations", mesh.mirrored, loops::read(mesh.planes),
                     loops::read(mesh.point, mesh.at_planes[0]), loops::write(deviation),
                     Deviation{n, axes})();
    for (const double found : deviation.values()) EXPECT_LT(found, 0.2) << axes << " axes";
    EXPECT_EQ(sum(comm_, static_cast<int>(deviation.values().size())), vertices);
  }
}

TEST_F(AirfoilSolver, FreeStreamIsPreservedAndItsResidualIsRounding) {
  expect_free_stream_is_preserved<2>(mesh::mixed_mesh(8, 8, 7), true);
}

TEST_F(AirfoilSolver, FreeStreamIsPreservedInCellsOfEveryKindBetweenSymmetryPlanes) {
  for (const mesh::Cut cut : mesh::all_cuts)
    expect_free_stream_is_preserved<3>(mesh::cube_of(cut, 3, 7), false);
}

TEST_F(AirfoilSolver, LinearPressureBetweenWallsActsExactlyInTetrahedraAndBoxes) {
  mesh::Mesh boxes = mesh::cube_of(mesh::Cut::hexahedra, 3, 7),
             tetrahedra = mesh::cube_of(mesh::Cut::tetrahedra, 3, 7);
  for (mesh::Point& point : boxes.points)
    for (double& x : point) x = 1.5 * std::round(x);
  for (mesh::Mesh* const shape : {&boxes, &tetrahedra}) {
    for (std::string& marker : shape->markers) marker = "airfoil";
    DistributedMesh<3> mesh = distributed<3>(*shape);
    Equations<3> equations(mesh, {0.3, 0});
    const auto slope = vector<3>({0.1, -0.2, 0.05});
    std::vector<Row<3>> at_rest;
    for (const auto& point : mesh.point.values())
      put(Primitive<3>{1, {}, 2 + dot(slope, vector_in<3>(point))}, at_rest.emplace_back());
    auto q = equations.flow_values();
    q.assign(at_rest);
    equations.evaluation("residual")();
    const auto volumes = mesh.volume.values();
    const auto rates = equations.residuals().values();
    for (std::size_t v = 0; v < rates.size(); ++v)
      for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(rates[v][1 + axis], slope[axis] * volumes[v], 1e-13);
  }
}

TEST_F(AirfoilSolver, GradientsOfLinearFieldsAreExact) {
  expect_gradients_of_linear_fields_are_exact<2>(mesh::mixed_mesh(8, 8, 7));
  expect_gradients_of_linear_fields_are_exact<3>(mesh::cube_of(mesh::Cut::tetrahedra, 4, 7));
  expect_gradients_of_linear_fields_are_exact<3>(mesh::cube_of(mesh::Cut::mixture, 3, 7));
}

TEST_F(AirfoilSolver, FlowBecomesSteadyAndIsItsOwnMirrorImage) {
  DistributedMesh mesh = distributed<2>(mesh::naca({.surface_points = 48, .radial_points = 16}));
  Solver flow(mesh, {0.5, 0, 1, true, {0.25, 0}});
  flow.step();
  const double first = flow.equations().residual();
  for (int step = 0; step < 300; ++step) flow.step();
  EXPECT_LT(flow.equations().residual(), 1e-4 * first);
  EXPECT_NEAR(flow.equations().forces().lift, 0, 1e-9);
  EXPECT_GT(flow.equations().forces().drag, 0);
  EXPECT_LT(flow.equations().forces().drag, 0.03);
}

// One cell thick: the only neighbour across the plane is on the other one.
TEST_F(AirfoilSolver, SlabBetweenSymmetryPlanesSettlesAtTheLiftOfItsSection) {
  const mesh::Mesh section = mesh::naca({.surface_points = 32, .radial_points = 12});
  const auto lift = [&]<int D>(DistributedMesh<D> mesh) {
    Solver<D> flow(mesh, {0.5, 0.05});  // chord 1, span 1
    flow.step();
    const double first = flow.equations().residual();
    for (int step = 0; step < 200; ++step) flow.step();
    EXPECT_LT(flow.equations().residual(), 1e-4 * first);
    return flow.equations().forces().lift;
  };
  const double in_the_plane = lift(distributed<2>(section));
  EXPECT_GT(in_the_plane, 0.2);
  // Gradients have other weights there, which counts on so coarse a mesh.
  EXPECT_NEAR(lift(distributed<3>(slab_over_section(section))), in_the_plane, 0.05 * in_the_plane);
}

TEST_F(AirfoilSolver, CoefficientsDoNotDependOnTheUnitOfLength) {
  mesh::Mesh mesh = mesh::naca({.surface_points = 48, .radial_points = 16});
  const auto forces = [&](double chord) {
    DistributedMesh part = distributed<2>(mesh);
    Solver flow(part, {0.8, 0.02, chord, true, {0.25 * chord, 0}});
    for (int step = 0; step < 30; ++step) flow.step();
    return flow.equations().forces();
  };
  const Forces in_chords = forces(1);
  for (mesh::Point& point : mesh.points)
    for (double& coordinate : point) coordinate *= 1000;
  const Forces in_millimetres = forces(1000);
  EXPECT_NE(in_chords.lift, 0);
  EXPECT_NEAR(in_chords.lift, in_millimetres.lift, 1e-9);
  EXPECT_NEAR(in_chords.drag, in_millimetres.drag, 1e-9);
}

// All comparable results: the state in the order of the geometry (on rank 0, empty elsewhere), and the values
// of every step on every rank.
template <int D>
struct Course {
  std::vector<Row<D>> state;
  std::vector<double> history;
};

template <int D>
Course<D> course(const mesh::Mesh& shape, const Communicator& comm, std::uint64_t owners_seed,
                 const PlanOptions& options) {
  const auto plan = [options](std::string_view, const MessageVectors& vectors, double) {
    return make_plan(vectors, options);
  };
  DistributedMesh<D> mesh = distributed<D>(shape, comm, owners_seed, {.plan = plan});
  Flow<D> flow{0.8, 0.02};
  if constexpr (D == 2) flow.vortex = true, flow.vortex_at = {0.25, 0};
  Solver<D> solver(mesh, flow);
  Course<D> course{{}, {solver.equations().rounding()}};
  for (int step = 0; step < 8; ++step) {
    solver.step();
    course.history.insert(
        course.history.end(),
        {solver.equations().residual(), solver.equations().forces().lift, solver.equations().forces().drag});
  }
  course.state = mesh.on_first_rank(solver.state());
  return course;
}

// Compares bits: zeros of different signs differ.
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

template <int D>
void expect_the_bits_of_one_rank(const mesh::Mesh& mesh, const Communicator& comm) {
  const Course<D> expected = course<D>(mesh, Communicator(MPI_COMM_SELF), 0, {});
  for (const auto& [algorithm, protocol, seed] : {std::tuple(Algorithm::lp, Protocol::post_all, 1u),
                                                  std::tuple(Algorithm::rs_n, Protocol::post_all, 2u),
                                                  std::tuple(Algorithm::ac, Protocol::ready_signal, 3u),
                                                  std::tuple(Algorithm::rs_n, Protocol::ready_signal, 4u)}) {
    const Course<D> found =
        course<D>(mesh, comm, seed, {.schedule = {.algorithm = algorithm}, .way = {protocol}});
    EXPECT_TRUE(same_bits(found.history, expected.history)) << "owners " << seed;
    EXPECT_TRUE(comm.rank() > 0 || same_bits(found.state, expected.state)) << "owners " << seed;
  }
}

TEST_F(AirfoilSolver, AnyRanksAnyOwnersAnyPlanComputeTheBitsOfOneRank) {
  const mesh::Mesh section = mesh::naca({.surface_points = 32, .radial_points = 8});
  expect_the_bits_of_one_rank<2>(section, comm_);
  expect_the_bits_of_one_rank<2>(mesh::mixed_mesh(6, 6, 7), comm_);
  expect_the_bits_of_one_rank<3>(slab_over_section(section), comm_);
  expect_the_bits_of_one_rank<3>(mesh::cube_of(mesh::Cut::tetrahedra, 4, 6), comm_);
  expect_the_bits_of_one_rank<3>(mesh::cube_of(mesh::Cut::mixture, 3, 6), comm_);
}

TEST_F(AirfoilSolver, VerticesKnowTheirNumbersInTheMesh) {
  const mesh::Mesh shape = mesh::mixed_mesh(5, 5, 7);
  const DistributedMesh mesh = distributed<2>(shape);
  const std::vector<global_index> numbers = mesh.file_number.values();
  const auto points = mesh.point.values();
  EXPECT_EQ(sum(comm_, std::ssize(numbers)), shape.vertices);
  for (std::size_t k = 0; k < numbers.size(); ++k)
    for (int axis = 0; axis < 2; ++axis)
      EXPECT_EQ(points[k][axis],
                shape.points[static_cast<std::size_t>(numbers[k])][static_cast<std::size_t>(axis)]);
}

TEST_F(AirfoilSolver, FiveStagesHaveTwoExchangesEach) {
  const auto exchanges = []<int D>(DistributedMesh<D> mesh) {
    Solver<D> flow(mesh, {0.5, 0});
    flow.step();
    return flow.exchanges();
  };
  EXPECT_EQ(exchanges(distributed<2>(mesh::mixed_mesh(3, 3, 7))), 5 * 2);
  EXPECT_EQ(exchanges(distributed<3>(mesh::cube_of(mesh::Cut::tetrahedra, 3, 7))), 5 * 2)
      << "symmetry planes need none";
}

}  // namespace
}  // namespace partita::airfoil
