#pragma once
/// \file The update of a dual cell, so that gas is left in it.
///
/// A flow that starts at once empties cells behind edges and corners before their neighbours can fill them,
/// and what coarse levels make of a shock that forms would fill others to many times their pressure. Such a
/// cell takes a quarter of its step, or a quarter of that, until the flow there has settled. A steady
/// flow changes nowhere, so where it lies does not depend on this once no step is shortened. A cell that took
/// no step would stay as it is, and its step too large for ever: 1 / 256 was always small enough.

#include <partita/support/types.hpp>

#include "gas.hpp"

namespace partita::airfoil {

/// What a run did to leave gas: stages, of the vertex with the most, in which it took a part of its step.
struct ShortenedSteps {
  global_index vertices = 0;
  long stages = 0;
};

/// Whether density and pressure are more than half of those before, and less than twice as much. Without
/// divisions, by the product of density and inner energy.
template <int D>
KOKKOS_INLINE_FUNCTION bool stays_near(const Conservative<D>& before, const Conservative<D>& after) {
  const auto product = [](const Conservative<D>& w) { return w.rho * w.e - 0.5 * dot(w.m, w.m); };
  const double was = product(before) * after.rho, is = product(after) * before.rho;
  // Without branches, which would keep the loop from vectorising.
  const bool density = (after.rho > 0.5 * before.rho) & (after.rho < 2 * before.rho);
  return density & (is > 0.5 * was) & (is < 2 * was);
}

/// The part of the step that stays near: 1, 1 / 4, ..., 1 / 256 or 0. `change` is that of the whole step.
/// Line by line, because loops over vertices do not vectorise around a loop.
template <int D>
KOKKOS_INLINE_FUNCTION double part_of_step(const Conservative<D>& before, const Conservative<D>& change) {
  const double first = stays_near(before, before + change) ? 1 : 0.25;
  const double second = stays_near(before, before + first * change) ? first : 0.25 * first;
  const double third = stays_near(before, before + second * change) ? second : 0.25 * second;
  const double part = stays_near(before, before + third * change) ? third : 0.25 * third;
  return stays_near(before, before + part * change) ? part : 0;
}

}  // namespace partita::airfoil
