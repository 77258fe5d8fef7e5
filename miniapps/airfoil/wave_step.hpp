#pragma once
/// \file The step of a dual cell: each wave has the largest step that is stable for itself.
///
/// One step for all waves is bounded by the sound across the cell. In a flat cell, the flow then takes as
/// many steps along it as it is longer than wide. So the rates are divided not by the largest speed, but by
/// the matrix of all of them: half the sum of S |A| over the faces, where A is the flux linearised at this
/// state along a face's normal. This is Jacobi's method for the first-order flux.
///
/// In the variables that make A symmetric, pressure / (density, sound speed c) and velocity, the matrix of
/// subsonic sound is ((c t, b^T), (b, c M)), with the cell's shape M, its trace t, and b = M u. The flow
/// carries entropy and shear, each at a rate that is bounded by one number: it divides the former, and is
/// added to the diagonal for the latter.
///
/// Allmaras, "Analysis of a Local Matrix Preconditioner for the 2-D Navier-Stokes Equations", AIAA 93-3330;
/// Pierce, Giles, "Preconditioned Multigrid Methods for Compressible Flow Calculations on Stretched Meshes",
/// J. Comput. Phys. 136, 1997.

#include <cmath>

#include "gas.hpp"
#include "symmetric.hpp"
#include "wave_speed.hpp"

namespace partita::airfoil {

/// The net flux out of a cell in this state, each of its waves divided by the volume that it sweeps out of
/// the cell.
template <int D>
KOKKOS_FORCEINLINE_FUNCTION Conservative<D> by_wave_speeds(const Conservative<D>& net_flux,
                                                           const Primitive<D>& q, const Symmetric<D>& shape) {
  const double c = sound_speed(q), impedance = q.rho * c;
  const double inverse_rho = 1 / q.rho, inverse_c2 = 1 / (c * c);
  const double speed2 = dot(q.u, q.u), kinetic = 0.5 * speed2;

  const Vector<D> velocity = inverse_rho * (net_flux.m - net_flux.rho * q.u);
  const double pressure = (heat_ratio - 1) * (net_flux.e - dot(q.u, net_flux.m) + kinetic * net_flux.rho);
  const double entropy = net_flux.rho - inverse_c2 * pressure;
  const double sound = pressure / impedance;

  const double carried = carried_volume(q, shape);
  const double speed = std::sqrt(speed2), fastest = c > speed ? c : speed;  // keeps the matrix positive
  const double inverse = 1 / (fastest * trace(shape));
  const Vector<D> coupling = shape * q.u;
  const Symmetric<D> square = dyad(coupling, inverse * coupling);
  Symmetric<D> matrix;
  for (int k = 0; k < D * (D + 1) / 2; ++k) matrix[k] = fastest * shape[k] - square[k];
  for (int row = 0, k = 0; row < D; k += D - row, ++row) matrix[k] += carried;

  const Vector<D> new_velocity = solve(matrix, velocity - (inverse * sound) * coupling);
  const double new_pressure = impedance * inverse * (sound - dot(coupling, new_velocity));
  const double rho = entropy / carried + inverse_c2 * new_pressure;
  const Vector<D> m = rho * q.u + q.rho * new_velocity;
  return {rho, m, 1 / (heat_ratio - 1) * new_pressure + dot(q.u, m) - kinetic * rho};
}

}  // namespace partita::airfoil
