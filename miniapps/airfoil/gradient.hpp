#pragma once
/// \file Gradients by least squares: at each vertex the one that best fits the differences to its neighbours.
/// Exact for linear fields on any mesh.
///
/// The matrix of the normal equations depends on the mesh alone. So the gradient is the sum of the
/// differences to the neighbours, each by a coefficient that is computed once.
///
/// Barth, "Aspects of Unstructured Grids and Finite-Volume Solvers for the Euler and Navier-Stokes
/// Equations", VKI Lecture Series 1994-05.

#include <Kokkos_Core.hpp>

#include "symmetric.hpp"

namespace partita::airfoil {

/// Gradients of all values of a vertex, axis by axis.
template <int D>
using Gradients = Kokkos::Array<double, D*(D + 2)>;

/// The derivative of value c along an axis.
template <int D, class Row>
KOKKOS_INLINE_FUNCTION auto& slope_of(Row& gradients, int c, int axis) {
  return gradients[axis * (D + 2) + c];
}

/// The weight of the squared difference along this edge. In two dimensions all are alike, because the flow is
/// extrapolated along all of them. In thin cells on a curved wall, a neighbour along the wall lies many cells
/// below the tangent. If nearer ones weigh more, the differences across the thin cells alone decide the
/// extrapolation over that distance. That feeds a layer of slow gas, which separates: no flow is steady.
///
/// In three dimensions it is one over the length. With the squared length, flows at the corner of a wing's
/// tip and trailing edge do not settle.
template <int D>
KOKKOS_INLINE_FUNCTION double weight_of_edge(const Vector<D>& dx) {
  return D == 2 ? 1 : 1 / length(dx);
}

/// An edge's contribution to the matrix of the normal equations at either of its ends.
template <int D>
KOKKOS_INLINE_FUNCTION Symmetric<D> moments_of_edge(const Vector<D>& dx) {
  return dyad(weight_of_edge(dx) * dx, dx);
}

/// The coefficient of the difference along an edge in the gradient at one of its ends, which has this matrix.
template <int D>
KOKKOS_INLINE_FUNCTION Vector<D> coefficient_of_edge(const Symmetric<D>& moments, const Vector<D>& dx) {
  return solve(moments, weight_of_edge(dx) * dx);
}

/// Makes gradients at a symmetry plane the mean of themselves and of their mirror image. Then only the normal
/// velocity has a slope along the normal, and it has no other. With one neighbour across the plane, its
/// differences alone give both sides of the face between one value, and the flux damps nothing.
template <int D>
KOKKOS_INLINE_FUNCTION void mirror(const Vector<D>& normal, Gradients<D>& gradients) {
  const auto mirrored = [&](const Vector<D>& a) { return a - 2 * dot(a, normal) * normal; };
  Gradients<D> image;
  for (int c = 0; c < D + 2; ++c) {
    const Vector<D> slopes =
        mirrored(vector_of<D>([&](int axis) { return slope_of<D>(gradients, c, axis); }));
    for (int axis = 0; axis < D; ++axis) slope_of<D>(image, c, axis) = slopes[axis];
  }
  for (int axis = 0; axis < D; ++axis) {
    const int velocity = axis * (D + 2) + 1;
    put(mirrored(vector_in<D>(image, velocity)), image, velocity);
  }
  for (int k = 0; k < D * (D + 2); ++k) gradients[k] = 0.5 * (gradients[k] + image[k]);
}

}  // namespace partita::airfoil
