#pragma once
/// \file Bound of a time step: the waves that leave a dual cell.

#include <cmath>

#include "gas.hpp"

namespace partita::airfoil {

/// Volume that the fastest waves sweep per unit of time out of a dual cell; `extent` is half the projections
/// of its surface on the axes.
template <int D>
KOKKOS_INLINE_FUNCTION double wave_speed(const Primitive<D>& q, const Vector<D>& extent) {
  const double c = sound_speed(q);
  return dot(vector_of<D>([&](int axis) { return std::fabs(q.u[axis]) + c; }), extent);
}

}  // namespace partita::airfoil
