#pragma once
/// \file A perfect gas in two dimensions, without units: free stream density and sound speed are 1, lengths
/// are chords.

#include <cmath>

#include <Kokkos_Core.hpp>

namespace partita::airfoil {

constexpr double heat_ratio = 1.4;  ///< gamma of air

struct Vector {
  double x, y;
};

KOKKOS_INLINE_FUNCTION double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y; }
KOKKOS_INLINE_FUNCTION double length(Vector a) { return std::sqrt(dot(a, a)); }
KOKKOS_INLINE_FUNCTION Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y}; }
KOKKOS_INLINE_FUNCTION Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y}; }
KOKKOS_INLINE_FUNCTION Vector operator*(double s, Vector a) { return {s * a.x, s * a.y}; }
KOKKOS_INLINE_FUNCTION Vector& operator+=(Vector& a, Vector b) { return a = a + b; }

/// What is interpolated: density, velocity, pressure.
struct Primitive {
  double rho;
  Vector u;
  double p;
};

KOKKOS_INLINE_FUNCTION Primitive operator*(double s, const Primitive& a) {
  return {s * a.rho, s * a.u, s * a.p};
}
KOKKOS_INLINE_FUNCTION Primitive operator-(const Primitive& a, const Primitive& b) {
  return {a.rho - b.rho, a.u - b.u, a.p - b.p};
}

/// What is conserved, per volume: mass, momentum, total energy. Also their fluxes.
struct Conservative {
  double rho;
  Vector m;
  double e;
};

KOKKOS_INLINE_FUNCTION Conservative operator+(const Conservative& a, const Conservative& b) {
  return {a.rho + b.rho, a.m + b.m, a.e + b.e};
}
KOKKOS_INLINE_FUNCTION Conservative operator-(const Conservative& a, const Conservative& b) {
  return {a.rho - b.rho, a.m - b.m, a.e - b.e};
}
KOKKOS_INLINE_FUNCTION Conservative operator*(double s, const Conservative& a) {
  return {s * a.rho, s * a.m, s * a.e};
}

KOKKOS_INLINE_FUNCTION Conservative& operator+=(Conservative& a, const Conservative& b) { return a = a + b; }

KOKKOS_INLINE_FUNCTION double sound_speed(const Primitive& q) { return std::sqrt(heat_ratio * q.p / q.rho); }

/// Total energy per volume.
KOKKOS_INLINE_FUNCTION double energy(const Primitive& q) {
  return q.p / (heat_ratio - 1) + 0.5 * q.rho * dot(q.u, q.u);
}

KOKKOS_INLINE_FUNCTION Conservative conservative(const Primitive& q) {
  return {q.rho, q.rho * q.u, energy(q)};
}

KOKKOS_INLINE_FUNCTION Primitive primitive(const Conservative& w) {
  const Vector u = (1 / w.rho) * w.m;
  return {w.rho, u, (heat_ratio - 1) * (w.e - 0.5 * dot(w.m, u))};
}

/// Flux through a face with this normal (its length is the face's area).
KOKKOS_INLINE_FUNCTION Conservative flux(const Primitive& q, Vector normal) {
  const double volume_flux = dot(q.u, normal);
  return {q.rho * volume_flux, q.rho * volume_flux * q.u + q.p * normal, (energy(q) + q.p) * volume_flux};
}

/// The undisturbed flow: incidence in radians.
KOKKOS_INLINE_FUNCTION Primitive free_stream(double mach, double incidence) {
  return {1, {mach * std::cos(incidence), mach * std::sin(incidence)}, 1 / heat_ratio};
}

}  // namespace partita::airfoil
