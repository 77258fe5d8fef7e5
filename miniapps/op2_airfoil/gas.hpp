#pragma once
/// \file The gas and the free stream of OP2's Airfoil benchmark, without units.

#include <array>
#include <cmath>
#include <string>

#include <partita/support/error.hpp>

namespace partita::op2_airfoil {

// OP2 writes its constants in single precision and computes with them in double. Its reference residuals
// depend on that.
constexpr double heat_ratio = 1.4F;         ///< gamma
constexpr double gamma_1 = heat_ratio - 1;  ///< gamma - 1
constexpr double cfl = 0.9F;
constexpr double dissipation = 0.05F;  ///< eps, the factor of the artificial dissipation
constexpr double mach = 0.4F;

/// Density, momentum along x and y, and total energy, per volume. The benchmark declares an angle of attack
/// of 3 degrees but never uses it.
inline const std::array<double, 4> free_stream = [] {
  const double pressure = 1, density = 1;
  const double speed = mach * std::sqrt(heat_ratio * pressure / density);
  const double energy = pressure / (density * gamma_1) + 0.5 * speed * speed;
  return std::array<double, 4>{density, density * speed, 0.0, density * energy};
}();

/// Whether density and pressure are finite and positive.
template <class State>
constexpr bool is_gas(const State& q) {
  const double pressure = gamma_1 * (q[3] - 0.5 * (q[1] * q[1] + q[2] * q[2]) / q[0]);
  return q[0] > 0 && pressure > 0 && std::isfinite(q[0]) && std::isfinite(pressure);
}

/// What the programs say then.
inline std::string no_gas_by(int iteration) {
  return text("the flow left the realm of gases by iteration ", iteration,
              "; look for folded cells in the grid, and for edges whose two cells are swapped");
}

}  // namespace partita::op2_airfoil
