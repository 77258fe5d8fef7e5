#pragma once
/// \file What bounds a time step: the waves that leave a dual cell.

#include <cmath>

#include "gas.hpp"

namespace partita::airfoil {

/// How much volume the fastest waves sweep in a unit of time, out of a dual cell that is half its projections
/// on the axes `extent` large.
template <int D>
KOKKOS_INLINE_FUNCTION double wave_speed(const Primitive<D>& q, const Vector<D>& extent) {
  const double c = sound_speed(q);
  return dot(vector_of<D>([&](int axis) { return std::fabs(q.u[axis]) + c; }), extent);
}

}  // namespace partita::airfoil
