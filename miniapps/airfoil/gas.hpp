#pragma once
/// \file A perfect gas without units: free stream density and sound speed are 1, lengths are in chords.
///
/// Bodies of loops get the values of a vertex as a row of a field: density, velocity, pressure; or mass,
/// momentum, energy. Functions below take rows apart by components: compilers do not vectorise copies of
/// whole structures.

#include <cmath>

#include <Kokkos_Core.hpp>

#include "vector.hpp"

namespace partita::airfoil {

constexpr double heat_ratio = 1.4;  ///< gamma of air

/// Values of a vertex in a field.
template <int D>
using Row = Kokkos::Array<double, D + 2>;

/// The interpolated values: density, velocity, pressure.
template <int D>
struct Primitive {
  double rho;
  Vector<D> u;
  double p;
};

template <int D>
KOKKOS_INLINE_FUNCTION Primitive<D> primitive_in(const Row<D>& row) {
  return {row[0], vector_in<D>(row, 1), row[D + 1]};
}

template <int D>
KOKKOS_INLINE_FUNCTION void put(const Primitive<D>& q, Row<D>& row) {
  row[0] = q.rho;
  put(q.u, row, 1);
  row[D + 1] = q.p;
}

/// The conserved values, per volume: mass, momentum, total energy. Also their fluxes.
template <int D>
struct Conservative {
  double rho;
  Vector<D> m;
  double e;
};

template <int D>
KOKKOS_INLINE_FUNCTION Conservative<D> conservative_in(const Row<D>& row) {
  return {row[0], vector_in<D>(row, 1), row[D + 1]};
}

template <int D>
KOKKOS_INLINE_FUNCTION void put(const Conservative<D>& w, Row<D>& row) {
  row[0] = w.rho;
  put(w.m, row, 1);
  row[D + 1] = w.e;
}

template <int D>
KOKKOS_INLINE_FUNCTION Conservative<D> operator+(const Conservative<D>& a, const Conservative<D>& b) {
  return {a.rho + b.rho, a.m + b.m, a.e + b.e};
}
template <int D>
KOKKOS_INLINE_FUNCTION Conservative<D> operator-(const Conservative<D>& a, const Conservative<D>& b) {
  return {a.rho - b.rho, a.m - b.m, a.e - b.e};
}
template <int D>
KOKKOS_INLINE_FUNCTION Conservative<D> operator*(double s, const Conservative<D>& a) {
  return {s * a.rho, s * a.m, s * a.e};
}

/// Whether density and pressure are finite and positive.
template <int D>
bool is_gas(const Primitive<D>& q) {
  return q.rho > 0 && q.p > 0 && std::isfinite(q.rho) && std::isfinite(q.p);
}

template <int D>
KOKKOS_INLINE_FUNCTION double sound_speed(const Primitive<D>& q) {
  return std::sqrt(heat_ratio * q.p / q.rho);
}

/// Total energy per volume.
template <int D>
KOKKOS_INLINE_FUNCTION double energy(const Primitive<D>& q) {
  constexpr double by_pressure = 1 / (heat_ratio - 1);
  return by_pressure * q.p + 0.5 * q.rho * dot(q.u, q.u);
}

template <int D>
KOKKOS_INLINE_FUNCTION Conservative<D> conservative(const Primitive<D>& q) {
  return {q.rho, q.rho * q.u, energy(q)};
}

template <int D>
KOKKOS_INLINE_FUNCTION Primitive<D> primitive(const Conservative<D>& w) {
  const Vector<D> u = (1 / w.rho) * w.m;
  return {w.rho, u, (heat_ratio - 1) * (w.e - 0.5 * dot(w.m, u))};
}

/// The undisturbed flow: incidence in radians, from the first axis up.
template <int D>
KOKKOS_INLINE_FUNCTION Primitive<D> free_stream(double mach, double incidence) {
  Vector<D> u = {};
  u[0] = mach * std::cos(incidence);
  u[upward<D>] = mach * std::sin(incidence);
  return {1, u, 1 / heat_ratio};
}

}  // namespace partita::airfoil
