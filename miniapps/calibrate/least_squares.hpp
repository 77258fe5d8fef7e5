#pragma once
/// \file Nonlinear least squares with outliers.

#include <functional>
#include <vector>

namespace partita::calibrate {

/// The residuals of these parameters; their number must be constant.
using Residuals = std::function<std::vector<double>(const std::vector<double>& parameters)>;

/// Sum of Huber's function over the residuals r: r^2 up to |r| = outlier, from there its tangent 2 outlier
/// |r| - outlier^2.
double huber(const std::vector<double>& residuals, double outlier);

/// Finds the parameters with the least Huber sum from a first guess, by Levenberg's and Marquardt's method
/// (D. W. Marquardt, "An algorithm for least-squares estimation of nonlinear parameters", J. SIAM 11(2),
/// 1963). Every step computes new weights of the residuals (Huber, "Robust estimation of a location
/// parameter", Ann. Math. Statist. 35(1), 1964). Derivatives are differences: a step takes a few more
/// evaluations than there are parameters. Parameters without influence on any residual stay unchanged.
std::vector<double> least_squares(const Residuals& residuals, std::vector<double> parameters, double outlier);

}  // namespace partita::calibrate
