#include "least_squares.hpp"

#include <algorithm>
#include <cmath>

namespace partita::calibrate {

namespace {

constexpr double exact = 1e-10;      // a sum below needs no better parameters
constexpr double negligible = 1e-4;  // the search ends at a step that gains no more of the sum

using Matrix = std::vector<std::vector<double>>;

double weight(double residual, double outlier) {
  return std::abs(residual) <= outlier ? 1 : outlier / std::abs(residual);
}

// Elimination without pivoting, because the matrix is positive definite.
std::vector<double> solve(Matrix a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

// One row per parameter: the derivatives of all residuals with respect to it.
Matrix derivatives(const Residuals& residuals, std::vector<double> parameters,
                   const std::vector<double>& here) {
  constexpr double step = 1e-4;
  Matrix rows;
  for (double& parameter : parameters) {
    const double kept = parameter;
    parameter += step;
    std::vector<double> row = residuals(parameters);
    parameter = kept;
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = (row[k] - here[k]) / step;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

double huber(const std::vector<double>& residuals, double outlier) {
  double sum = 0;
  for (const double r : residuals)
    sum += std::abs(r) <= outlier ? r * r : 2 * outlier * std::abs(r) - outlier * outlier;
  return sum;
}

std::vector<double> least_squares(const Residuals& residuals, std::vector<double> parameters,
                                  double outlier) {
  std::vector<double> here = residuals(parameters);
  double damping = 1e-2;
  for (int step = 0; step < 200 && damping < 1e10; ++step) {
    const Matrix slopes = derivatives(residuals, parameters, here);
    const std::size_t n = parameters.size();
    Matrix normal(n, std::vector<double>(n, 0));
    std::vector<double> downhill(n, 0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < here.size(); ++k) {
        const double weighted = weight(here[k], outlier) * slopes[i][k];
        downhill[i] -= weighted * here[k];
        for (std::size_t j = 0; j < n; ++j) normal[i][j] += weighted * slopes[j][k];
      }

    const double before = huber(here, outlier);
    for (; damping < 1e10; damping *= 4) {
      Matrix damped = normal;
      for (std::size_t i = 0; i < n; ++i) damped[i][i] += damping * normal[i][i] + 1e-12;
      std::vector<double> tried = solve(std::move(damped), downhill);
      for (std::size_t i = 0; i < n; ++i) tried[i] = parameters[i] + std::clamp(tried[i], -2.0, 2.0);
      std::vector<double> there = residuals(tried);
      const double after = huber(there, outlier);
      if (!(after < before)) continue;
      parameters = std::move(tried);
      here = std::move(there);
      damping = std::max(damping / 10, 1e-9);
      if (before - after < negligible * before || after < exact) return parameters;
      break;
    }
  }
  return parameters;
}

}  // namespace partita::calibrate
