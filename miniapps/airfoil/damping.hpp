#pragma once
/// \file Damping of the sound that circles the airfoil.
///
/// With local time steps all rings of cells are alike: sound runs around the airfoil at the same rate at
/// every distance, hardly radiates, and only the errors of the scheme, small at second order, would ever end
/// it. So the flow is drawn towards its own memory, a running average of its past: oscillations die, a steady
/// flow is its own memory and stays what it is. No messages. About a wing sound radiates past the tips, and
/// nothing needs to be damped.
///
/// Akervik, Brandt, Henningson, Hoepffner, Marxen, Schlatter, "Steady Solutions of the Navier-Stokes
/// Equations by Selective Frequency Damping", Phys. Fluids 18, 2006; split from the time step as by Jordi,
/// Cotter, Sherwin, Phys. Fluids 26, 2014.

#include "gas.hpp"

namespace partita::airfoil {

/// Flow and memory take a step towards each other.
template <int D>
KOKKOS_INLINE_FUNCTION void damp(Conservative<D>& w, Conservative<D>& memory, double rate) {
  const Conservative<D> step = rate * (w - memory);
  w = w - step;
  memory = memory + step;
}

/// The slowest wave, one period around, passes as many cells as the airfoil has faces, about cfl / 3 of them
/// a step. Half its frequency would damp it fastest; a quarter, taken here, slows down less of what else
/// settles.
inline double damping_rate(double cfl, double wall_faces) {
  return wall_faces > 0 ? 0.6 * cfl / wall_faces : 0;
}

}  // namespace partita::airfoil
