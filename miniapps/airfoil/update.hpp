#pragma once
/// \file The update of a dual cell, so that gas is left in it.
///
/// A flow that starts at once empties cells behind edges and corners before their neighbours can fill them.
/// Such a cell takes a quarter of its step, or none, until the flow there has settled. A steady flow changes
/// nowhere, so where it lies does not depend on this once no step is shortened.

#include <partita/support/types.hpp>

#include "gas.hpp"

namespace partita::airfoil {

/// What a run did to leave gas: stages, of the vertex with the most, in which it took a part of its step.
struct ShortenedSteps {
  global_index vertices = 0;
  long stages = 0;
};

/// Whether more than half of the density and of the pressure are left. Without divisions, by the product of
/// density and inner energy.
template <int D>
KOKKOS_INLINE_FUNCTION bool leaves_half(const Conservative<D>& before, const Conservative<D>& after) {
  const auto product = [](const Conservative<D>& w) { return w.rho * w.e - 0.5 * dot(w.m, w.m); };
  return after.rho > 0.5 * before.rho && product(after) * before.rho > 0.5 * product(before) * after.rho;
}

/// The part of the step, 1, 1 / 4 or 0, that leaves half. `change` is that of the whole step.
template <int D>
KOKKOS_INLINE_FUNCTION double part_of_step(const Conservative<D>& before, const Conservative<D>& change) {
  const double part = leaves_half(before, before + change) ? 1 : 0.25;
  return leaves_half(before, before + part * change) ? part : 0;
}

}  // namespace partita::airfoil
