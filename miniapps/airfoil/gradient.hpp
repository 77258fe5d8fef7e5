#pragma once
/// \file Gradients by least squares: at each vertex the one that best fits the differences to its neighbours,
/// nearer ones with more weight. Exact for linear fields on any mesh.
///
/// Barth, "Aspects of Unstructured Grids and Finite-Volume Solvers for the Euler and Navier-Stokes
/// Equations", VKI Lecture Series 1994-05. The matrix and the right-hand side are both sums over edges.

#include "gas.hpp"

namespace partita::airfoil {

/// Gradient of each primitive value, or the right-hand side for it.
template <int D>
struct Gradient {
  Vector<D> rho;
  Vector<D> u[D];  ///< of each component of the velocity
  Vector<D> p;
};

template <int D>
KOKKOS_INLINE_FUNCTION Gradient<D>& operator+=(Gradient<D>& a, const Gradient<D>& b) {
  a.rho += b.rho;
  for (int k = 0; k < D; ++k) a.u[k] += b.u[k];
  a.p += b.p;
  return a;
}

/// The weight of the squared difference along this edge: one over its squared length. In three dimensions it
/// is one over its length, because cells at the corner of a wing's tip and trailing edge are very unequal.
/// With the squared length the smallest alone would decide the extrapolation across the largest, and the flow
/// there would not settle.
template <int D>
KOKKOS_INLINE_FUNCTION double weight_of_edge(const Vector<D>& dx) {
  return 1 / (D == 2 ? dot(dx, dx) : length(dx));
}

/// Adds an edge's contribution to the right-hand side at either of its ends.
template <int D>
KOKKOS_INLINE_FUNCTION void add_edge(Gradient<D>& sum, const Primitive<D>& difference, const Vector<D>& dx) {
  const Vector<D> weighted = weight_of_edge(dx) * dx;
  sum.rho += difference.rho * weighted;
  for (int k = 0; k < D; ++k) sum.u[k] += difference.u[k] * weighted;
  sum.p += difference.p * weighted;
}

/// Symmetric matrix of the normal equations, or its inverse: the rows of its upper triangle.
template <int D>
struct Moments;

template <>
struct Moments<2> {
  double xx, xy, yy;
};

template <>
struct Moments<3> {
  double xx, xy, xz, yy, yz, zz;
};

KOKKOS_INLINE_FUNCTION Moments<2>& operator+=(Moments<2>& a, const Moments<2>& b) {
  return a = {a.xx + b.xx, a.xy + b.xy, a.yy + b.yy};
}
KOKKOS_INLINE_FUNCTION Moments<3>& operator+=(Moments<3>& a, const Moments<3>& b) {
  return a = {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
}

/// An edge's contribution to the matrix at either of its ends.
KOKKOS_INLINE_FUNCTION Moments<2> moments_of_edge(const Vector<2>& dx) {
  const Vector<2> weighted = weight_of_edge(dx) * dx;
  return {weighted[0] * dx[0], weighted[0] * dx[1], weighted[1] * dx[1]};
}
KOKKOS_INLINE_FUNCTION Moments<3> moments_of_edge(const Vector<3>& dx) {
  const Vector<3> weighted = weight_of_edge(dx) * dx;
  return {weighted[0] * dx[0], weighted[0] * dx[1], weighted[0] * dx[2],
          weighted[1] * dx[1], weighted[1] * dx[2], weighted[2] * dx[2]};
}

KOKKOS_INLINE_FUNCTION Moments<2> inverse(const Moments<2>& m) {
  const double scale = 1 / (m.xx * m.yy - m.xy * m.xy);
  return {scale * m.yy, -scale * m.xy, scale * m.xx};
}
KOKKOS_INLINE_FUNCTION Moments<3> inverse(const Moments<3>& m) {
  const double xx = m.yy * m.zz - m.yz * m.yz, xy = m.xz * m.yz - m.xy * m.zz, xz = m.xy * m.yz - m.xz * m.yy;
  const double scale = 1 / (m.xx * xx + m.xy * xy + m.xz * xz);
  return {scale * xx,
          scale * xy,
          scale * xz,
          scale * (m.xx * m.zz - m.xz * m.xz),
          scale * (m.xy * m.xz - m.xx * m.yz),
          scale * (m.xx * m.yy - m.xy * m.xy)};
}

KOKKOS_INLINE_FUNCTION Vector<2> operator*(const Moments<2>& m, const Vector<2>& a) {
  return {m.xx * a[0] + m.xy * a[1], m.xy * a[0] + m.yy * a[1]};
}
KOKKOS_INLINE_FUNCTION Vector<3> operator*(const Moments<3>& m, const Vector<3>& a) {
  return {m.xx * a[0] + m.xy * a[1] + m.xz * a[2], m.xy * a[0] + m.yy * a[1] + m.yz * a[2],
          m.xz * a[0] + m.yz * a[1] + m.zz * a[2]};
}

template <int D>
KOKKOS_INLINE_FUNCTION Gradient<D> solve(const Moments<D>& inverse, const Gradient<D>& right) {
  Gradient<D> gradient;
  gradient.rho = inverse * right.rho;
  for (int k = 0; k < D; ++k) gradient.u[k] = inverse * right.u[k];
  gradient.p = inverse * right.p;
  return gradient;
}

}  // namespace partita::airfoil
