#include "first_order_jacobian.hpp"

#include <array>
#include <cmath>

#include <partita/petsc/create.hpp>
#include <partita/petsc/error_code.hpp>

#include "roe.hpp"
#include "wall.hpp"

namespace partita::airfoil {
namespace {

using petsc::check;

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
  const Conservative<D> before = flux(q);
  Block<D> block;
  for (int column = 0; column < values; ++column) {
    Row<D> w, change;
    put(conservative(q), w);
    w[column] += step;
    put(flux(primitive(conservative_in<D>(w))) - before, change);
    for (int row = 0; row < values; ++row)
      block[static_cast<std::size_t>(row * values + column)] = change[row] / step;
  }
  return block;
}

/// The rows of all local elements, ghosts too.
template <int K>
auto rows_of(const loops::Field<double, K>& field) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), field.view());
}

template <int K, class Rows>
Kokkos::Array<double, K> row_of(const Rows& rows, local_index element) {
  Kokkos::Array<double, K> row;
  for (int c = 0; c < K; ++c) row[c] = rows(element, c);
  return row;
}

}  // namespace

template <int D>
Mat first_order_matrix(const Equations<D>& equations, MPI_Comm comm) {
  const local_index owned = equations.mesh().vertices.owned();
  std::vector<PetscInt> here(static_cast<std::size_t>(owned), 1), elsewhere(here.size(), 0);
  const auto first = equations.edge_fluxes().rows(0), second = equations.edge_fluxes().rows(1);
  for (std::size_t e = 0; e < first.size(); ++e)
    for (const auto& [row, column] : {std::pair(first[e], second[e]), std::pair(second[e], first[e])})
      if (row < owned) ++(column < owned ? here : elsewhere)[static_cast<std::size_t>(row)];
  constexpr int values = D + 2;
  const PetscInt size = values * owned;
  Mat matrix = nullptr;
  check(MatCreateBAIJ(comm, values, size, size, PETSC_DETERMINE, PETSC_DETERMINE, 0, here.data(), 0,
                      elsewhere.data(), &matrix));
  ISLocalToGlobalMapping numbers = nullptr;
  check(petsc::create_mapping(*equations.mesh().vertices.state()->pattern, values, &numbers));
  check(MatSetLocalToGlobalMapping(matrix, numbers, numbers));
  check(ISLocalToGlobalMappingDestroy(&numbers));
  return matrix;
}

template <int D>
void fill(Mat matrix, const Equations<D>& equations, const std::vector<double>& inverse_time_steps) {
  const DistributedMesh<D>& mesh = equations.mesh();
  const local_index owned = mesh.vertices.owned();
  const auto flow = rows_of(equations.flow_values());
  const auto q = [&](local_index vertex) { return primitive_in<D>(row_of<D + 2>(flow, vertex)); };
  const auto add = [&](local_index row, local_index column, const Block<D>& block) {
    if (row >= owned) return;  // its owner fills the row
    const PetscInt i = row, j = column;
    check(MatSetValuesBlockedLocal(matrix, 1, &i, 1, &j, block.data(), ADD_VALUES));
  };
  check(MatZeroEntries(matrix));

  const loops::Loop& edges = equations.edge_fluxes();
  const auto ways = rows_of(mesh.way);
  for (std::size_t e = 0; e < edges.rows(0).size(); ++e) {
    const local_index a = edges.rows(0)[e], b = edges.rows(1)[e];
    const auto way = row_of<2 * D + 1>(ways, edges.rows(4)[e]);
    const Primitive<D> left = q(a), right = q(b);
    const auto flux = [&](const Primitive<D>& from, const Primitive<D>& to) {
      return roe_flux(from, to, vector_in<D>(way, D), way[2 * D]);
    };
    const auto by_left = derivative<D>([&](const Primitive<D>& varied) { return flux(varied, right); }, left);
    const auto by_right =
        derivative<D>([&](const Primitive<D>& varied) { return flux(left, varied); }, right);
    add(a, a, by_left);
    add(a, b, by_right);
    add(b, a, negative(by_left));
    add(b, b, negative(by_right));
  }

  const loops::Loop& slip = equations.slip_fluxes();
  const auto slip_shares = rows_of(mesh.slip_share);
  for (std::size_t f = 0; f < slip.rows(0).size(); ++f) {
    const auto share = vector_in<D>(row_of<D>(slip_shares, slip.rows(D)[f]));
    const auto flux = [&](const Primitive<D>& varied) { return wall_flux(varied.p, share); };
    for (std::size_t corner = 0; corner < D; ++corner) {
      const local_index here = slip.rows(corner)[f];
      add(here, here, derivative<D>(flux, q(here)));
    }
  }

  const loops::Loop& far = equations.far_fluxes();
  const auto far_shares = rows_of(mesh.far_share);
  const auto beyond = rows_of(equations.beyond());
  for (std::size_t k = 0; k < far.rows(0).size(); ++k) {
    const local_index here = far.rows(0)[k], own = far.rows(1)[k];
    const auto share = row_of<D + 1>(far_shares, own);
    const auto there = primitive_in<D>(row_of<D + 2>(beyond, own));
    const auto flux = [&](const Primitive<D>& varied) {
      return roe_flux(varied, there, vector_in<D>(share), share[D]);
    };
    add(here, here, derivative<D>(flux, q(here)));
  }

  for (local_index v = 0; v < owned; ++v) {
    Block<D> diagonal{};
    for (std::size_t k = 0; k < D + 2; ++k)
      diagonal[k * (D + 3)] = inverse_time_steps[static_cast<std::size_t>(v)];
    add(v, v, diagonal);
  }
  check(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
}

template Mat first_order_matrix(const Equations<2>&, MPI_Comm);
template Mat first_order_matrix(const Equations<3>&, MPI_Comm);
template void fill(Mat, const Equations<2>&, const std::vector<double>&);
template void fill(Mat, const Equations<3>&, const std::vector<double>&);

}  // namespace partita::airfoil
