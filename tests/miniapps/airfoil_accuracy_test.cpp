// Second order on triangles of random shape. The flow is a free vortex through a quarter of a ring: walls
// inside and outside, the exact flow beyond its ends. It is the subsonic form of the vortex of Aftosmis,
// Gaitonde and Tavares, AIAA 94-0415: isentropic, of one total enthalpy, with speed 0.5 / r.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <partita/mesh/complete.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>

#include "distributed_mesh.hpp"
#include "solver.hpp"
#include "tests/miniapps/airfoil_shapes.hpp"

namespace partita::airfoil {
namespace {

class KokkosRuntime : public testing::Environment {
  void SetUp() override { Kokkos::initialize(); }
  void TearDown() override { Kokkos::finalize(); }
};
const auto* const kokkos = testing::AddGlobalTestEnvironment(new KokkosRuntime);

KOKKOS_INLINE_FUNCTION Primitive<2> vortex(const Vector<2>& at) {
  constexpr double mach = 0.5;  // where r = 1, as density and sound speed
  const double r2 = dot(at, at);
  const double sound2 = 1 + 0.5 * (heat_ratio - 1) * mach * mach * (1 - 1 / r2);
  const double density = std::pow(sound2, 1 / (heat_ratio - 1));
  return {density, {{mach * at[1] / r2, -mach * at[0] / r2}}, density * sound2 / heat_ratio};
}

// n cells from r = 1 to 1.5, as large along the arcs. Inner points are displaced by up to a fifth of a cell,
// and each cell is cut along either diagonal.
mesh::Mesh quarter_of_a_ring(int n) {
  const int m = 4 * n;
  Random random(7);
  const auto shake = [&](bool inner) { return inner ? 0.4 * (random.next() / 4294967296.0 - 0.5) : 0; };
  mesh::Mesh mesh;
  for (int j = 0; j <= m; ++j)
    for (int i = 0; i <= n; ++i) {
      const bool inner = 0 < i && i < n && 0 < j && j < m;
      const double r = 1 + 0.5 * (i + shake(inner)) / n;
      const double angle = std::numbers::pi / 2 * (1 - (j + shake(inner)) / m);
      mesh.points.push_back({r * std::cos(angle), r * std::sin(angle), 0});
    }
  const auto at = [n](int i, int j) { return static_cast<global_index>(j * (n + 1) + i); };
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) {
      const global_index a = at(i, j), b = at(i, j + 1), c = at(i + 1, j + 1), d = at(i + 1, j);
      const bool one_way = random.below(2) == 0;
      for (const auto& triangle : {std::array{a, b, one_way ? c : d}, std::array{c, d, one_way ? a : b}}) {
        mesh.cells.push_back(mesh::CellType::triangle);
        mesh.cell_vertices.insert(mesh.cell_vertices.end(), triangle.begin(), triangle.end());
      }
    }
  mesh.markers = {"airfoil", "farfield"};
  for (int j = 0; j < m; ++j)
    for (const int i : {0, n}) mesh.boundary.push_back({{at(i, j), at(i, j + 1), -1}, 0});
  for (int i = 0; i < n; ++i)
    for (const int j : {0, m}) mesh.boundary.push_back({{at(i, j), at(i + 1, j), -1}, 1});
  mesh::complete(mesh);
  return mesh;
}

struct ExactFlow {
  KOKKOS_FUNCTION void operator()(const Kokkos::Array<double, 2>& point, Row<2>& flow) const {
    put(vortex(vector_in<2>(point)), flow);
  }
};

// The error of the steady flow's pressure, in the mean over the area.
double error_of_pressure(const Communicator& comm, int n) {
  DistributedMesh mesh = distributed<2>(quarter_of_a_ring(n), comm);
  Solver<2> solver(mesh, {0.5, 0});
  mesh.domain.loop("exact", mesh.far_corners, loops::read(mesh.point, mesh.far[0]),
                   loops::write(solver.equations().beyond()), ExactFlow{})();
  SavedFields<2> fields = solver.fields();
  const auto points = mesh.point.values();
  for (auto& [name, rows] : fields)
    for (std::size_t k = 0; k < rows.size(); ++k) put(conservative(vortex(vector_in<2>(points[k]))), rows[k]);
  solver.restore(fields, {});
  solver.step();
  const double first = solver.equations().residual();
  for (int step = 0; step < 4000 && solver.equations().residual() > 1e-3 * first; ++step) solver.step();
  EXPECT_LE(solver.equations().residual(), 1e-3 * first);

  const auto volumes = mesh.volume.values();
  const auto state = solver.state();
  double squares = 0, area = 0;
  for (std::size_t k = 0; k < state.size(); ++k) {
    const double error = primitive(conservative_in<2>(state[k])).p - vortex(vector_in<2>(points[k])).p;
    squares += volumes[k] * error * error;
    area += volumes[k];
  }
  return std::sqrt(sum(comm, squares) / sum(comm, area));
}

TEST(AirfoilAccuracy, IsOfSecondOrderOnTrianglesOfRandomShape) {
  const Communicator comm(MPI_COMM_WORLD);
  double coarser = 0;
  for (const int n : {6, 12, 24}) {
    const double error = error_of_pressure(comm, n);
    const double order = std::log2(coarser / error);
    if (comm.rank() == 0) std::printf("%d x %d cells: error %.2e", n, 4 * n, error);
    if (comm.rank() == 0) std::printf(coarser > 0 ? ", order %.2f\n" : "\n", order);
    if (coarser > 0) {
      EXPECT_GE(order, 1.8) << n;
    }
    coarser = error;
  }
}

}  // namespace
}  // namespace partita::airfoil
