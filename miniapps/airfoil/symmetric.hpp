#pragma once
/// \file Symmetric matrices of D rows.

#include <Kokkos_Core.hpp>

#include "vector.hpp"

namespace partita::airfoil {

/// The rows of the upper triangle.
template <int D>
using Symmetric = Kokkos::Array<double, D*(D + 1) / 2>;

/// The matrix of a[row] b[column], of its upper triangle.
template <int D>
KOKKOS_INLINE_FUNCTION Symmetric<D> dyad(const Vector<D>& a, const Vector<D>& b) {
  Symmetric<D> m;
  int k = 0;
  for (int row = 0; row < D; ++row)
    for (int column = row; column < D; ++column) m[k++] = a[row] * b[column];
  return m;
}

KOKKOS_INLINE_FUNCTION Vector<2> operator*(const Symmetric<2>& m, const Vector<2>& a) {
  return {m[0] * a[0] + m[1] * a[1], m[1] * a[0] + m[2] * a[1]};
}
KOKKOS_INLINE_FUNCTION Vector<3> operator*(const Symmetric<3>& m, const Vector<3>& a) {
  return {m[0] * a[0] + m[1] * a[1] + m[2] * a[2], m[1] * a[0] + m[3] * a[1] + m[4] * a[2],
          m[2] * a[0] + m[4] * a[1] + m[5] * a[2]};
}

KOKKOS_INLINE_FUNCTION double trace(const Symmetric<2>& m) { return m[0] + m[2]; }
KOKKOS_INLINE_FUNCTION double trace(const Symmetric<3>& m) { return m[0] + m[3] + m[5]; }

/// The x with m x = a.
KOKKOS_INLINE_FUNCTION Vector<2> solve(const Symmetric<2>& m, const Vector<2>& a) {
  const double xx = m[0], xy = m[1], yy = m[2];
  const double scale = 1 / (xx * yy - xy * xy);
  return scale * Vector<2>{yy * a[0] - xy * a[1], xx * a[1] - xy * a[0]};
}
KOKKOS_INLINE_FUNCTION Vector<3> solve(const Symmetric<3>& m, const Vector<3>& a) {
  const double xx = m[0], xy = m[1], xz = m[2], yy = m[3], yz = m[4], zz = m[5];
  // the adjugate, symmetric too
  const Vector<3> x = {yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy};
  const Vector<3> y = {x[1], xx * zz - xz * xz, xy * xz - xx * yz};
  const Vector<3> z = {x[2], y[2], xx * yy - xy * xy};
  return (1 / (xx * x[0] + xy * x[1] + xz * x[2])) * Vector<3>{dot(x, a), dot(y, a), dot(z, a)};
}

}  // namespace partita::airfoil
