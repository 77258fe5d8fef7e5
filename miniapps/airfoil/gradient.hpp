#pragma once
/// \file Gradients by least squares: at each vertex the one that best fits the differences to its neighbours,
/// nearer ones with more weight. Exact for linear fields on any mesh.
///
/// The matrix of the normal equations depends on the mesh alone. So the gradient is the sum of the
/// differences to the neighbours, each by a coefficient that is computed once.
///
/// Barth, "Aspects of Unstructured Grids and Finite-Volume Solvers for the Euler and Navier-Stokes
/// Equations", VKI Lecture Series 1994-05.

#include <Kokkos_Core.hpp>

#include "vector.hpp"

namespace partita::airfoil {

/// Gradients of all values of a vertex, axis by axis.
template <int D>
using Gradients = Kokkos::Array<double, D*(D + 2)>;

/// The derivative of value c along an axis.
template <int D, class Row>
KOKKOS_INLINE_FUNCTION auto& slope_of(Row& gradients, int c, int axis) {
  return gradients[axis * (D + 2) + c];
}

/// The symmetric matrix of the normal equations: the rows of its upper triangle.
template <int D>
using Moments = Kokkos::Array<double, D*(D + 1) / 2>;

/// The weight of the squared difference along this edge: one over its squared length. In three dimensions it
/// is one over its length, because cells at the corner of a wing's tip and trailing edge are very unequal.
/// With the squared length the smallest alone would decide the extrapolation across the largest, and the flow
/// there would not settle.
template <int D>
KOKKOS_INLINE_FUNCTION double weight_of_edge(const Vector<D>& dx) {
  return 1 / (D == 2 ? dot(dx, dx) : length(dx));
}

/// An edge's contribution to the matrix at either of its ends.
template <int D>
KOKKOS_INLINE_FUNCTION Moments<D> moments_of_edge(const Vector<D>& dx) {
  const Vector<D> weighted = weight_of_edge(dx) * dx;
  Moments<D> moments;
  int k = 0;
  for (int row = 0; row < D; ++row)
    for (int column = row; column < D; ++column) moments[k++] = weighted[row] * dx[column];
  return moments;
}

/// The x with m x = a.
KOKKOS_INLINE_FUNCTION Vector<2> solve(const Moments<2>& m, const Vector<2>& a) {
  const double xx = m[0], xy = m[1], yy = m[2];
  const double scale = 1 / (xx * yy - xy * xy);
  return scale * Vector<2>{yy * a[0] - xy * a[1], xx * a[1] - xy * a[0]};
}
KOKKOS_INLINE_FUNCTION Vector<3> solve(const Moments<3>& m, const Vector<3>& a) {
  const double xx = m[0], xy = m[1], xz = m[2], yy = m[3], yz = m[4], zz = m[5];
  // the adjugate, symmetric too
  const Vector<3> x = {yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy};
  const Vector<3> y = {x[1], xx * zz - xz * xz, xy * xz - xx * yz};
  const Vector<3> z = {x[2], y[2], xx * yy - xy * xy};
  return (1 / (xx * x[0] + xy * x[1] + xz * x[2])) * Vector<3>{dot(x, a), dot(y, a), dot(z, a)};
}

/// The coefficient of the difference along an edge in the gradient at one of its ends, which has this matrix.
template <int D>
KOKKOS_INLINE_FUNCTION Vector<D> coefficient_of_edge(const Moments<D>& moments, const Vector<D>& dx) {
  return solve(moments, weight_of_edge(dx) * dx);
}

}  // namespace partita::airfoil
