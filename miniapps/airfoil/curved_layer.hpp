#pragma once
/// \file Edges that follow a curved layer of flat cells.
///
/// Along a wall, an edge to the next cell of the same layer leaves the tangent plane by t^2 / 2 R, with its
/// length t and the wall's radius R. In cells flatter than that, the plane through a gradient would reach
/// many layers away there. An oscillation across the layers would be multiplied by their number and grow. So
/// the gradient is asked for no point beyond the neighbouring layer.

#include <cmath>

#include "symmetric.hpp"

namespace partita::airfoil {

/// The edge without what leaves the neighbouring layer of a cell with this shape (wave_speed.hpp) and volume.
/// It stays as it is where cells are not flat.
template <int D>
KOKKOS_INLINE_FUNCTION Vector<D> within_layers(const Vector<D>& edge, const Symmetric<D>& shape,
                                               double volume) {
  constexpr double layers =
      3;                    // half a cell at a wall counts one and a half to the next, which may be thicker
  Vector<D> across = edge;  // turns to the direction in which the cell is flat
  for (int k = 0; k < 8; ++k) {
    across = shape * across;
    across = (1 / length(across)) * across;
  }
  const double farthest = layers * volume / dot(across, shape * across), far = dot(edge, across);
  const double beyond = std::fmax(std::fabs(far) - farthest, 0.0);
  return edge - std::copysign(beyond, far) * across;
}

}  // namespace partita::airfoil
