#pragma once
/// \file Flux between two states: Roe's approximate Riemann solver.
///
/// The jump is split into waves of the flux linearised at Roe's average: two of sound, and those that the
/// flow carries (entropy, shear). The speed of each wave damps it. Speeds near zero are rounded off;
/// otherwise expansions through sonic speed would become shocks.
///
/// Roe, "Approximate Riemann Solvers, Parameter Vectors, and Difference Schemes", J. Comput. Phys. 43, 1981;
/// Harten, "High Resolution Schemes for Hyperbolic Conservation Laws", J. Comput. Phys. 49, 1983 (rounding).

#include "gas.hpp"

namespace partita::airfoil {

/// Carried waves slower than this fraction of the sound speed have rounded speeds.
constexpr double convective_width = 0.05;

/// |speed|, at least width / 2, and smooth.
KOKKOS_INLINE_FUNCTION double rounded_speed(double speed, double width, double inverse_width) {
  const double magnitude = std::fabs(speed);
  return magnitude < width ? 0.5 * (speed * speed * inverse_width + width) : magnitude;
}

/// Flux from `left` to `right` through a face with this area and normal, of length 1. With few divisions,
/// which take longest.
template <int D>
KOKKOS_INLINE_FUNCTION Conservative<D> roe_flux(const Primitive<D>& left, const Primitive<D>& right,
                                                const Vector<D>& n, double area) {
  constexpr double acoustic_width = 0.1;
  const double inverse = 1 / (left.rho * right.rho);
  const double volume_left = inverse * right.rho, volume_right = inverse * left.rho;  // of a mass of 1
  const double enthalpy_left = (energy(left) + left.p) * volume_left;
  const double enthalpy_right = (energy(right) + right.p) * volume_right;

  const double ratio = std::sqrt(right.rho * volume_left);
  const double weight = 1 / (1 + ratio);
  const double rho = ratio * left.rho;
  const Vector<D> u = weight * (left.u + ratio * right.u);
  const double enthalpy = weight * (enthalpy_left + ratio * enthalpy_right);
  const double kinetic = 0.5 * dot(u, u);
  const double c2 = (heat_ratio - 1) * (enthalpy - kinetic);
  const double c = std::sqrt(c2), inverse_c2 = 1 / c2, inverse_c = c * inverse_c2;
  const double un = dot(u, n);

  const double jump_p = right.p - left.p;
  const Vector<D> jump_u = right.u - left.u;
  const double jump_un = dot(jump_u, n);
  const double entropy = right.rho - left.rho - jump_p * inverse_c2;
  const Vector<D> shear = rho * (jump_u - jump_un * n);

  const auto speed_of_sound_wave = [&](double speed) {
    return rounded_speed(speed, acoustic_width * c, 1 / acoustic_width * inverse_c);
  };
  const double carried = rounded_speed(un, convective_width * c, 1 / convective_width * inverse_c);
  const double down = speed_of_sound_wave(un - c) * 0.5 * (jump_p - rho * c * jump_un) * inverse_c2;
  const double up = speed_of_sound_wave(un + c) * 0.5 * (jump_p + rho * c * jump_un) * inverse_c2;
  const double sound = down + up;
  const Conservative<D> damping = {
      carried * entropy + sound, carried * (entropy * u + shear) + sound * u + ((up - down) * c) * n,
      carried * (entropy * kinetic + dot(u, shear)) + sound * enthalpy + (up - down) * c * un};

  const double mass_left = left.rho * dot(left.u, n), mass_right = right.rho * dot(right.u, n);
  const Conservative<D> both = {mass_left + mass_right,
                                mass_left * left.u + mass_right * right.u + (left.p + right.p) * n,
                                mass_left * enthalpy_left + mass_right * enthalpy_right};
  return (0.5 * area) * (both - damping);
}

}  // namespace partita::airfoil
