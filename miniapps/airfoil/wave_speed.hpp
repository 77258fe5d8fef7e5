#pragma once
/// \file Bounds of a time step: the volume that waves sweep per unit of time out of a dual cell.
///
/// A cell's shape is half the sum, over its faces of area S and normal n, of S n n^T: a symmetric matrix, the
/// same in any axes. Its trace is half the cell's surface.

#include <cmath>

#include "gas.hpp"
#include "roe.hpp"
#include "symmetric.hpp"

namespace partita::airfoil {

/// A face's contribution to the shape of a cell. Its normal has the length of its area, which may be 0.
template <int D>
KOKKOS_INLINE_FUNCTION Symmetric<D> shape_of_face(const Vector<D>& face) {
  constexpr double smallest = 1e-150;
  return dyad((0.5 / std::fmax(length(face), smallest)) * face, face);
}

/// By the waves that the flow carries: at least half the sum of S |u n| (Cauchy, Schwarz), each |u n| rounded
/// as by the flux.
template <int D>
KOKKOS_INLINE_FUNCTION double carried_volume(const Primitive<D>& q, const Symmetric<D>& shape) {
  const double half_surface = trace(shape), square = dot(q.u, shape * q.u) * half_surface;
  return std::sqrt(square > 0 ? square : 0) +  // rounding may make it negative; std::fmax is a call
         0.5 * convective_width * sound_speed(q) * half_surface;
}

/// By all waves.
template <int D>
KOKKOS_INLINE_FUNCTION double wave_speed(const Primitive<D>& q, const Symmetric<D>& shape) {
  return carried_volume(q, shape) + sound_speed(q) * trace(shape);
}

}  // namespace partita::airfoil
