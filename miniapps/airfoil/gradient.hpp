#pragma once
/// \file Gradients by least squares: at each vertex the one that explains best the differences to its
/// neighbours, each weighted by one over its distance squared. Exact for linear fields on any mesh.
///
/// Barth, "Aspects of Unstructured Grids and Finite-Volume Solvers for the Euler and Navier-Stokes
/// Equations", VKI Lecture Series 1994-05. Both sums, of the matrix and of the right-hand side, run over
/// edges.

#include "gas.hpp"

namespace partita::airfoil {

/// Gradient of each primitive value, or the right-hand side for it.
struct Gradient {
  Vector rho, u, v, p;
};

KOKKOS_INLINE_FUNCTION Gradient& operator+=(Gradient& a, const Gradient& b) {
  a.rho += b.rho;
  a.u += b.u;
  a.v += b.v;
  a.p += b.p;
  return a;
}

/// Adds what an edge contributes to the right-hand side at either of its ends.
KOKKOS_INLINE_FUNCTION void add_edge(Gradient& sum, const Primitive& difference, Vector dx) {
  const Vector weighted = (1 / dot(dx, dx)) * dx;
  sum.rho += difference.rho * weighted;
  sum.u += difference.u.x * weighted;
  sum.v += difference.u.y * weighted;
  sum.p += difference.p * weighted;
}

/// Symmetric matrix of the normal equations, or its inverse.
struct Moments {
  double xx, xy, yy;
};

KOKKOS_INLINE_FUNCTION Moments& operator+=(Moments& a, const Moments& b) {
  a.xx += b.xx;
  a.xy += b.xy;
  a.yy += b.yy;
  return a;
}

/// What an edge contributes to the matrix at either of its ends.
KOKKOS_INLINE_FUNCTION Moments moments_of_edge(Vector dx) {
  const double weight = 1 / dot(dx, dx);
  return {weight * dx.x * dx.x, weight * dx.x * dx.y, weight * dx.y * dx.y};
}

KOKKOS_INLINE_FUNCTION Moments inverse(const Moments& m) {
  const double scale = 1 / (m.xx * m.yy - m.xy * m.xy);
  return {scale * m.yy, -scale * m.xy, scale * m.xx};
}

KOKKOS_INLINE_FUNCTION Vector operator*(const Moments& m, Vector a) {
  return {m.xx * a.x + m.xy * a.y, m.xy * a.x + m.yy * a.y};
}

KOKKOS_INLINE_FUNCTION Gradient solve(const Moments& inverse, const Gradient& right) {
  return {inverse * right.rho, inverse * right.u, inverse * right.v, inverse * right.p};
}

}  // namespace partita::airfoil
