#pragma once
/// \file Damping of the sound that circles the airfoil.
///
/// With local time steps all rings of cells are alike. Sound runs around the airfoil at the same rate at
/// every distance and hardly radiates; only the small errors of the second-order scheme would end it. So the
/// flow is drawn towards its memory, a running average of its past. Oscillations die; a steady flow equals
/// its memory and stays as it is. No messages are needed. Around a wing sound radiates past the tips, so
/// nothing needs damping.
///
/// Akervik, Brandt, Henningson, Hoepffner, Marxen, Schlatter, "Steady Solutions of the Navier-Stokes
/// Equations by Selective Frequency Damping", Phys. Fluids 18, 2006; split from the time step as by Jordi,
/// Cotter, Sherwin, Phys. Fluids 26, 2014.

#include "gas.hpp"

namespace partita::airfoil {

/// A value of the flow and its memory take a step towards each other.
KOKKOS_INLINE_FUNCTION void damp(double& now, double& memory, double rate) {
  const double step = rate * (now - memory);
  now -= step;
  memory += step;
}

/// The slowest wave, one period around the airfoil, passes as many cells as the airfoil has faces, about cfl
/// / 2 of them per step. Half its frequency would damp it fastest; a quarter, used here, slows other waves
/// less.
inline double damping_rate(double cfl, double wall_faces) {
  return wall_faces > 0 ? 0.9 * cfl / wall_faces : 0;
}

}  // namespace partita::airfoil
