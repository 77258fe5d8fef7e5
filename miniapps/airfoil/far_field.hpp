#pragma once
/// \file The flow beyond the mesh: the free stream and, for an airfoil with lift, a point vortex. From afar
/// an airfoil looks like a vortex, which lets a far field at 50 chords replace one many times farther away. A
/// wing has none: its effect on the flow fades with the square of the distance.
///
/// Velocity of a vortex in compressible flow (Prandtl-Glauert); pressure and density by constant enthalpy and
/// entropy.
///
/// Thomas, Salas, "Far-Field Boundary Conditions for Transonic Lifting Solutions to the Euler Equations",
/// AIAA J. 24, 1986.

#include <numbers>

#include "gas.hpp"

namespace partita::airfoil {

/// The free stream with a vortex: `circulation` is lift coefficient times chord, `from_vortex` the vector
/// from the vortex to the point.
KOKKOS_INLINE_FUNCTION Primitive<2> beside_vortex(const Primitive<2>& free_stream, double circulation,
                                                  const Vector<2>& from_vortex) {
  const double mach2 = dot(free_stream.u, free_stream.u);  // the free stream's sound speed is 1
  const double r2 = dot(from_vortex, from_vortex);
  const double across =
      free_stream.u[0] * from_vortex[1] - free_stream.u[1] * from_vortex[0];  // M r sin(angle to the flow)
  const double beta = std::sqrt(std::fmax(1 - mach2, 0.0));  // no vortex is felt ahead of a supersonic flow
  const double strength =
      circulation * std::sqrt(mach2) * beta / (4 * std::numbers::pi * (r2 - across * across));

  const Vector<2> u = free_stream.u + strength * Vector<2>{from_vortex[1], -from_vortex[0]};
  const double temperature = 1 + 0.5 * (heat_ratio - 1) * (mach2 - dot(u, u));
  const double rho = free_stream.rho * std::pow(temperature, 1 / (heat_ratio - 1));
  return {rho, u, free_stream.p * rho * temperature};
}

/// `circulation` is 0 without a vortex and in three dimensions.
template <int D>
KOKKOS_INLINE_FUNCTION Primitive<D> far_field(const Primitive<D>& free_stream, double circulation,
                                              const Vector<D>& from_vortex) {
  if constexpr (D == 2)
    if (circulation != 0) return beside_vortex(free_stream, circulation, from_vortex);
  return free_stream;  // even at the position of the vortex
}

}  // namespace partita::airfoil
