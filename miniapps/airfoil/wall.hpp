#pragma once
/// \file A wall the gas slips along: nothing passes, only pressure acts.

#include "gas.hpp"

namespace partita::airfoil {

/// Pressure on the share of a face that belongs to one of its D corners, from the pressure at this corner and
/// the sum of the others. These weights, (5, 1) / 6 and (6, 1, 1) / 8, are exact for linear pressure in
/// triangles and tetrahedra: Barth, "Aspects of Unstructured Grids and Finite-Volume Solvers", VKI 1994-05.
template <int D>
KOKKOS_INLINE_FUNCTION double pressure_at_corner(double here, double others) {
  return ((D + 3) * here + others) / (2 * (D + 1));
}

/// Flux out of a part of the wall with this normal.
template <int D>
KOKKOS_INLINE_FUNCTION Conservative<D> wall_flux(double pressure, const Vector<D>& normal) {
  return {0, pressure * normal, 0};
}

}  // namespace partita::airfoil
