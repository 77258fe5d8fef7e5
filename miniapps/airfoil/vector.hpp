#pragma once
/// \file Vectors in D dimensions, two or three. The first axis points back along the chord, the last one up;
/// in three dimensions the second one runs along the span.

#include <cmath>

#include <Kokkos_Core.hpp>

namespace partita::airfoil {

template <int D>
struct Vector {
  double along[D];  ///< each axis

  KOKKOS_INLINE_FUNCTION double& operator[](int axis) { return along[axis]; }
  KOKKOS_INLINE_FUNCTION double operator[](int axis) const { return along[axis]; }
};

/// The axis of lift at no incidence.
template <int D>
constexpr int upward = D - 1;

/// The vector with `component(axis)` along each axis, for components that kernels may compute.
template <int D, class Component>
KOKKOS_INLINE_FUNCTION Vector<D> vector_of(Component component) {
  Vector<D> a;
  for (int axis = 0; axis < D; ++axis) a[axis] = component(axis);
  return a;
}

/// The vector in components `first` and following of a field's row.
template <int D, class Row>
KOKKOS_INLINE_FUNCTION Vector<D> vector_in(const Row& row, int first = 0) {
  return vector_of<D>([&](int axis) { return row[first + axis]; });
}

template <int D, class Row>
KOKKOS_INLINE_FUNCTION void put(const Vector<D>& a, Row& row, int first = 0) {
  for (int axis = 0; axis < D; ++axis) row[first + axis] = a[axis];
}

template <int D>
KOKKOS_INLINE_FUNCTION double dot(const Vector<D>& a, const Vector<D>& b) {
  double sum = a[0] * b[0];
  for (int axis = 1; axis < D; ++axis) sum += a[axis] * b[axis];
  return sum;
}

template <int D>
KOKKOS_INLINE_FUNCTION double length(const Vector<D>& a) {
  return std::sqrt(dot(a, a));
}

template <int D>
KOKKOS_INLINE_FUNCTION Vector<D> operator+(const Vector<D>& a, const Vector<D>& b) {
  return vector_of<D>([&](int axis) { return a[axis] + b[axis]; });
}

template <int D>
KOKKOS_INLINE_FUNCTION Vector<D> operator-(const Vector<D>& a, const Vector<D>& b) {
  return vector_of<D>([&](int axis) { return a[axis] - b[axis]; });
}

template <int D>
KOKKOS_INLINE_FUNCTION Vector<D> operator*(double s, const Vector<D>& a) {
  return vector_of<D>([&](int axis) { return s * a[axis]; });
}

template <int D>
KOKKOS_INLINE_FUNCTION Vector<D>& operator+=(Vector<D>& a, const Vector<D>& b) {
  return a = a + b;
}

}  // namespace partita::airfoil
