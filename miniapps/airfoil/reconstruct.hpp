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

#include "gas.hpp"
#include "gradient.hpp"

namespace partita::airfoil {

/// A difference this large, against density and sound speed of the free stream, is half limited.
constexpr double limiter_threshold = 0.05;

/// A fraction, not divided yet.
struct Fraction {
  double numerator, denominator;
};

/// Mean of the differences ahead and behind: (2 ahead + behind) / 3 where the flow is smooth (third order
/// on equidistant points); without threshold, 0 when they have opposite signs, and 0 / 0 for zeros.
KOKKOS_INLINE_FUNCTION Fraction limited(double ahead, double behind, double threshold = limiter_threshold) {
  const double noise = threshold * threshold;
  const double product = ahead * behind;
  const double agreement = (product > 0 ? product : 0) + noise;
  return {(2 * ahead + behind) * agreement, 2 * (ahead * ahead + behind * behind) - product + 3 * noise};
}

/// The flow on both sides of a face.
template <int D>
struct Sides {
  Row<D> left, right;
};

/// The flow in the middle of the edge from a to b, as a and b see it. `dx` is the vector from a to b.
template <int D>
KOKKOS_INLINE_FUNCTION Sides<D> sides_of_face(const Row<D>& a, const Row<D>& b,
                                              const Gradients<D>& gradient_a, const Gradients<D>& gradient_b,
                                              const Vector<D>& dx) {
  Row<D> left, right;
  for (int c = 0; c < D + 2; ++c) {
    const double ahead = b[c] - a[c];
    const auto behind = [&](const Gradients<D>& gradient) {
      double along = slope_of<D>(gradient, c, 0) * dx[0];
      for (int axis = 1; axis < D; ++axis) along += slope_of<D>(gradient, c, axis) * dx[axis];
      return 2 * along - ahead;
    };
    const Fraction at_a = limited(ahead, behind(gradient_a)), at_b = limited(ahead, behind(gradient_b));
    const double half_share = 0.5 / (at_a.denominator * at_b.denominator);  // one division for both
    left[c] = a[c] + at_a.numerator * at_b.denominator * half_share;
    right[c] = b[c] - at_b.numerator * at_a.denominator * half_share;
  }
  // A violent start must not end the run. By values: a choice between variables keeps compilers from
  // vectorising.
  const auto take_if_possible = [](Row<D>& side, const Row<D>& vertex) {
    const bool is_possible = side[0] > 0 && side[D + 1] > 0;
    const auto choose = [is_possible](double one, double other) { return is_possible ? one : other; };
    for (int c = 0; c < D + 2; ++c) side[c] = choose(side[c], vertex[c]);
  };
  take_if_possible(left, a);
  take_if_possible(right, b);
  return {left, right};
}

}  // namespace partita::airfoil
