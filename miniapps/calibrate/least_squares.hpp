#pragma once
/// \file Nonlinear least squares with outliers.

#include <functional>
#include <vector>

namespace partita::calibrate {

/// Residuals of these parameters; as many whatever the parameters.
using Residuals = std::function<std::vector<double>(const std::vector<double>& parameters)>;

/// Sum over the residuals r of Huber's r^2, from |r| = outlier on as the tangent there: 2 outlier |r| -
/// outlier^2.
double huber(const std::vector<double>& residuals, double outlier);

/// Parameters with the least Huber sum, from a first guess: Levenberg's and Marquardt's method (D. W.
/// Marquardt, "An algorithm for least-squares estimation of nonlinear parameters", J. SIAM 11(2), 1963),
/// residuals weighted anew in every step (Huber, "Robust estimation of a location parameter", Ann. Math.
/// Statist. 35(1), 1964). Derivatives by differences: as many evaluations a step as there are parameters, and
/// some. Parameters that no residual depends on stay as they are.
std::vector<double> least_squares(const Residuals& residuals, std::vector<double> parameters, double outlier);

}  // namespace partita::calibrate
