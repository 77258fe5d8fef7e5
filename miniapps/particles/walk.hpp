#pragma once
/// \file A particle's way through the mesh, from cell to cell through the sides that it crosses.

#include <algorithm>

#include "grid.hpp"

namespace partita::particles {

struct Particle {
  global_index number;
  Vec at;             ///< while it moves, where its way begins
  Vec to;             ///< where its way ends
  global_index cell;  ///< that contains it; while it moves, that it has reached
};

using Weights = std::array<double, 4>;

/// How far a point is to the left of the side from corner k to k + 1, times the side's length. Both cells at
/// a side compute the same number, with another sign: they agree whether a particle crosses it.
inline double left_of_side(const Cell& cell, std::size_t k, const Vec& point) {
  const auto [a, b] = std::minmax(cell.corners[k], cell.corners[(k + 1) % 3]);
  return (a == cell.corners[k] ? 1 : -1) * cross(b - a, point - a);
}

/// A particle is a cloud: half of it is in its cell, and the cells across have more of it the nearer it is.
/// Weights of its cell, then of these.
inline Weights weights_of(const Particle& particle, const Cell& cell) {
  Weights weights{0.5};
  for (std::size_t k = 0; k < 3; ++k)
    weights[k + 1] = 0.25 - left_of_side(cell, k, particle.at) / (8 * cell.area);
  return weights;
}

/// Walks a particle until its way ends, or to a cell of another rank. The boundary reflects it. Not
/// collective.
/// @return the rank that it has reached
/// @throws Error if it crosses a million sides
inline int walk(Particle& particle, const Grid& grid) {
  for (int crossed = 0; crossed < 1'000'000; ++crossed) {
    const std::size_t here = grid.local(particle.cell);
    const Cell& cell = grid.cells[here];
    double first = 2;  // share of the way up to the first side that it crosses
    std::size_t side = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double there = left_of_side(cell, k, particle.to);
      if (there >= 0) continue;
      const double now = std::max(left_of_side(cell, k, particle.at), 0.0);
      if (now / (now - there) < first) first = now / (now - there), side = k;
    }
    if (first > 1) {
      particle.at = particle.to;
      return grid.comm.rank();
    }
    if (cell.across[side] != particle.cell) {
      particle.cell = cell.across[side];
      if (grid.across[here][side].rank != grid.comm.rank()) return grid.across[here][side].rank;
    } else {
      const Vec along = cell.corners[(side + 1) % 3] - cell.corners[side];
      const double beyond = -left_of_side(cell, side, particle.to) / dot(along, along);
      particle.at = particle.at + first * (particle.to - particle.at);
      particle.to = particle.to + 2 * beyond * Vec{-along[1], along[0]};
    }
  }
  throw Error("particle ", particle.number, " walks in circles; look for cells that overlap in the mesh");
}

}  // namespace partita::particles
