#pragma once
/// \file Values at the two sides of a face, from the values and gradients at the ends of its edge: second
/// order in smooth flow, with hardly any new extrema at shocks.
///
/// Along the edge from a to b, a has two differences. The one ahead is q_b - q_a. The one behind is 2 grad_a
/// . dx - (q_b - q_a), the difference to the previous point on a line of equidistant points. The slope is a
/// smooth mean of both that vanishes where they disagree.
///
/// Differences much smaller than a threshold are not limited; otherwise the iteration would not settle.
/// Venkatakrishnan's threshold falls with the mesh size. This one is constant: cells are smallest at the
/// leading edge, where limiting costs most, and larger at shocks, where it is needed.
///
/// Van Leer, J. Comput. Phys. 32, 1979 (MUSCL); Burg, AIAA 2005-4999 (the difference behind, unstructured);
/// Koren, in "Numerical Methods for Advection-Diffusion Problems", 1993 (the mean); Venkatakrishnan, J.
/// Comput. Phys. 118, 1995 (the threshold).

#include "gradient.hpp"

namespace partita::airfoil {

/// A difference this large, against density and sound speed of the free stream, is half limited.
constexpr double limiter_threshold = 0.05;

/// Mean of the differences ahead and behind: (2 ahead + behind) / 3 where the flow is smooth (third order
/// on equidistant points); without threshold, 0 when they have opposite signs.
KOKKOS_INLINE_FUNCTION double limited(double ahead, double behind, double threshold = limiter_threshold) {
  const double noise = threshold * threshold;
  const double product = ahead * behind;
  const double agreement = (product > 0 ? product : 0) + noise;
  const double size = 2 * (ahead * ahead + behind * behind) - product + 3 * noise;
  return size > 0 ? (2 * ahead + behind) * agreement / size : 0;
}

/// The state half an edge away from q; `ahead` is the difference to the other end, `dx` the vector to it.
template <int D>
KOKKOS_INLINE_FUNCTION Primitive<D> extrapolate(const Primitive<D>& q, const Gradient<D>& gradient,
                                                const Primitive<D>& ahead, const Vector<D>& dx) {
  const auto half_slope = [&](double difference, const Vector<D>& g) {
    return 0.5 * limited(difference, 2 * dot(g, dx) - difference);
  };
  const Primitive<D> face = {q.rho + half_slope(ahead.rho, gradient.rho), vector_of<D>([&](int k) {
                               return q.u[k] + half_slope(ahead.u[k], gradient.u[k]);
                             }),
                             q.p + half_slope(ahead.p, gradient.p)};
  // A violent start must not end the run. By values: a choice between variables keeps compilers from
  // vectorising.
  const bool is_possible = face.rho > 0 && face.p > 0;
  const auto choose = [is_possible](double one, double other) { return is_possible ? one : other; };
  return {choose(face.rho, q.rho), vector_of<D>([&](int k) { return choose(face.u[k], q.u[k]); }),
          choose(face.p, q.p)};
}

}  // namespace partita::airfoil
