#pragma once
/// \file A smooth curve through given points.

#include <span>
#include <vector>

namespace partita::op2_airfoil {

/// The cubic spline through points (x, y), with the "not-a-knot" ends of MATLAB's `spline`: the first two
/// pieces are one cubic, and so are the last two. C. de Boor, "A Practical Guide to Splines", 1978, chapter
/// IV.
class Spline {
 public:
  /// At least four points, x ascending.
  Spline(std::span<const double> x, std::span<const double> y);

  /// Beyond the ends the last piece's cubic continues.
  double operator()(double x) const;

 private:
  std::vector<double> x_, y_;
  std::vector<double> bend_;  // second derivatives at the points
};

}  // namespace partita::op2_airfoil
