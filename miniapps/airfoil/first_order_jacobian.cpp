#include "first_order_jacobian.hpp"

#include <array>
#include <cmath>

#include <partita/petsc/error_code.hpp>

#include "far_field.hpp"
#include "roe.hpp"
#include "wall.hpp"

namespace partita::airfoil {
namespace {

using petsc::check;

template <int D>
double& component(Conservative<D>& w, int k) {
  return k == 0 ? w.rho : k <= D ? w.m[k - 1] : w.e;
}

/// Derivatives of D + 2 values by D + 2 others, row by row.
template <int D>
using Block = std::array<PetscScalar, (D + 2) * (D + 2)>;

template <std::size_t entries>
std::array<PetscScalar, entries> negative(std::array<PetscScalar, entries> block) {
  for (PetscScalar& entry : block) entry = -entry;
  return block;
}

/// Derivatives of a flux that depends on the flow q.
template <int D, class Flux>
Block<D> derivative(const Flux& flux, const Primitive<D>& q) {
  constexpr double step = 1e-7;  // half of the digits, as conserved values are about 1
  constexpr int values = D + 2;
  Conservative<D> before = flux(q);
  Block<D> block;
  for (int column = 0; column < values; ++column) {
    Conservative<D> w = conservative(q);
    component(w, column) += step;
    Conservative<D> change = flux(primitive(w)) - before;
    for (int row = 0; row < values; ++row)
      block[static_cast<std::size_t>(row * values + column)] = component(change, row) / step;
  }
  return block;
}

template <class T>
auto on_host(const Kokkos::View<T*>& view) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
}

}  // namespace

template <int D>
Mat first_order_matrix(const LocalMesh<D>& mesh, MPI_Comm comm) {
  std::vector<PetscInt> here(static_cast<std::size_t>(mesh.owned), 1), elsewhere(here.size(), 0);
  const auto edges = on_host(mesh.edge);
  for (local_index e = 0; e < mesh.edges; ++e)
    for (const auto& [row, column] :
         std::array{std::pair(edges(e).a, edges(e).b), std::pair(edges(e).b, edges(e).a)})
      if (row < mesh.owned) ++(column < mesh.owned ? here : elsewhere)[static_cast<std::size_t>(row)];
  constexpr int values = D + 2;
  const PetscInt size = values * mesh.owned;
  Mat matrix = nullptr;
  check(MatCreateBAIJ(comm, values, size, size, PETSC_DETERMINE, PETSC_DETERMINE, 0, here.data(), 0,
                      elsewhere.data(), &matrix));
  return matrix;
}

template <int D>
void fill(Mat matrix, const Equations<D>& equations, const std::vector<PetscInt>& rows,
          const std::vector<double>& inverse_time_steps) {
  const LocalMesh<D>& mesh = equations.mesh();
  const auto q = on_host(equations.flow_values());
  const auto add = [&](local_index row, local_index column, const Block<D>& block) {
    if (row >= mesh.owned) return;  // its owner fills the row
    const PetscInt i = rows[static_cast<std::size_t>(row)], j = rows[static_cast<std::size_t>(column)];
    check(MatSetValuesBlocked(matrix, 1, &i, 1, &j, block.data(), ADD_VALUES));
  };
  check(MatZeroEntries(matrix));

  const auto edges = on_host(mesh.edge);
  const auto normals = on_host(mesh.normal);
  for (local_index e = 0; e < mesh.edges; ++e) {
    const auto [a, b] = edges(e);
    const Vector<D> normal = normals(e);
    const Primitive<D> left = q(a), right = q(b);
    const auto by_left =
        derivative<D>([&](const Primitive<D>& varied) { return roe_flux(varied, right, normal); }, left);
    const auto by_right =
        derivative<D>([&](const Primitive<D>& varied) { return roe_flux(left, varied, normal); }, right);
    add(a, a, by_left);
    add(a, b, by_right);
    add(b, a, negative(by_left));
    add(b, b, negative(by_right));
  }

  const Flow<D>& flow = equations.flow();
  const Primitive<D> undisturbed = free_stream<D>(flow.mach, flow.incidence);
  const double circulation = flow.vortex ? equations.forces().lift * flow.reference : 0;
  const auto faces = on_host(mesh.face);
  const auto shares = on_host(mesh.share);
  const auto kinds = on_host(mesh.kind);
  const auto points = on_host(mesh.point);
  for (local_index f = 0; f < mesh.faces; ++f) {
    const Vector<D> share = shares(f);
    for (const local_index here : faces(f).vertex) {
      if (here >= mesh.owned) continue;
      const Primitive<D> beyond = far_field(undisturbed, circulation, points(here) - flow.vortex_at);
      const auto through = [&](const Primitive<D>& varied) {
        return kinds(f) == FaceKind::far_field ? roe_flux(varied, beyond, share) : wall_flux(varied.p, share);
      };
      add(here, here, derivative<D>(through, q(here)));
    }
  }

  for (local_index v = 0; v < mesh.owned; ++v) {
    Block<D> diagonal{};
    for (std::size_t k = 0; k < D + 2; ++k)
      diagonal[k * (D + 3)] = inverse_time_steps[static_cast<std::size_t>(v)];
    add(v, v, diagonal);
  }
  check(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
}

template Mat first_order_matrix(const LocalMesh<2>&, MPI_Comm);
template Mat first_order_matrix(const LocalMesh<3>&, MPI_Comm);
template void fill(Mat, const Equations<2>&, const std::vector<PetscInt>&, const std::vector<double>&);
template void fill(Mat, const Equations<3>&, const std::vector<PetscInt>&, const std::vector<double>&);

}  // namespace partita::airfoil
