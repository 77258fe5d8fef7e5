#pragma once
/// \file Bound of a time step: the waves that leave a dual cell.
///
/// A wave whose values alternate along the axes moves with the sum of the flow's speeds along them. Its sound
/// does not: it runs in one direction, so its speeds along the axes add like the sides of a right angle. Their
/// plain sum would be 1.41 times too large in square cells (1.73 times in cubes), but right in flat ones. A
/// CFL number that suits the first is too large for the second.

#include <cmath>

#include "gas.hpp"

namespace partita::airfoil {

/// Volume that the fastest waves sweep per unit of time out of a dual cell; `extent` is half the projections
/// of its surface on the axes.
template <int D>
KOKKOS_INLINE_FUNCTION double wave_speed(const Primitive<D>& q, const Vector<D>& extent) {
  const Vector<D> speeds = vector_of<D>([&](int axis) { return std::fabs(q.u[axis]); });
  return dot(speeds, extent) + sound_speed(q) * length(extent);
}

}  // namespace partita::airfoil
