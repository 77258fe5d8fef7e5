#pragma once
/// \file The flux of shallow water through the side of a cell: Rusanov's.
///
/// Toro, "Shock-Capturing Methods for Free-Surface Shallow Flows", Wiley 2001.

#include <cmath>

#include <Kokkos_Core.hpp>

namespace shallow_water {

using Water = Kokkos::Array<double, 3>;  // depth, momentum
using Side = Kokkos::Array<double, 3>;   // normal of length 1, length

constexpr double gravity = 9.81;

KOKKOS_INLINE_FUNCTION Water flux_between(const Water& a, const Water& b, const Side& side) {
  const double volume_a = 1 / a[0], volume_b = 1 / b[0];
  const double through_a = volume_a * (a[1] * side[0] + a[2] * side[1]),
               through_b = volume_b * (b[1] * side[0] + b[2] * side[1]);
  const double pressure_a = 0.5 * gravity * a[0] * a[0], pressure_b = 0.5 * gravity * b[0] * b[0];
  const double speed_a = std::fabs(through_a) + std::sqrt(gravity * a[0]),
               speed_b = std::fabs(through_b) + std::sqrt(gravity * b[0]);
  const double speed = speed_a > speed_b ? speed_a : speed_b;
  const auto mean = [&](double of_a, double of_b, double jump) {
    return 0.5 * side[2] * (of_a + of_b - speed * jump);
  };
  return {
      {mean(a[0] * through_a, b[0] * through_b, b[0] - a[0]),
       mean(a[1] * through_a + pressure_a * side[0], b[1] * through_b + pressure_b * side[0], b[1] - a[1]),
       mean(a[2] * through_a + pressure_a * side[1], b[2] * through_b + pressure_b * side[1], b[2] - a[2])}};
}

/// At most, in any direction.
KOKKOS_INLINE_FUNCTION double speed_of_waves(const Water& a) {
  return std::sqrt(a[1] * a[1] + a[2] * a[2]) / a[0] + std::sqrt(gravity * a[0]);
}

/// Whether there is water at a finite speed: anything else is no result.
inline bool is_water(const Water& a) { return a[0] > 0 && std::isfinite(speed_of_waves(a)); }

/// The water beyond a wall: the mirror image.
KOKKOS_INLINE_FUNCTION Water mirrored(const Water& a, const Side& side) {
  const double through = 2 * (a[1] * side[0] + a[2] * side[1]);
  return {{a[0], a[1] - through * side[0], a[2] - through * side[1]}};
}

}  // namespace shallow_water
