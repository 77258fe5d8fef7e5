#pragma once
/// \file A wall the gas slips along: nothing passes, only pressure acts.

#include "gas.hpp"

namespace partita::airfoil {

/// Flux out of the half of a wall face that belongs to its end point `near`. These weights are exact for
/// pressure that varies linearly, in triangles: Barth, "Aspects of Unstructured Grids and Finite-Volume
/// Solvers", VKI 1994-05.
KOKKOS_INLINE_FUNCTION Conservative wall_flux(const Primitive& near, const Primitive& far,
                                              Vector half_normal) {
  return {0, ((5 * near.p + far.p) / 6) * half_normal, 0};
}

}  // namespace partita::airfoil
