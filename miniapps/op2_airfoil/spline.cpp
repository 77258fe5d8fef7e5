#include "spline.hpp"

#include <algorithm>

namespace partita::op2_airfoil {

// The slope has no jump at inner point k:
//
//   h[k-1] bend[k-1] + 2 (h[k-1] + h[k]) bend[k] + h[k] bend[k+1] = 6 (slope[k] - slope[k-1])
//
// with h the pieces' widths and slope those of their chords. A third derivative without a jump at points 1
// and n-2 gives bend[0] and bend[n-1] from their two neighbours. Inserted into the first and the last
// equation, this leaves a tridiagonal system for the inner points, which is eliminated downwards.
Spline::Spline(std::span<const double> x, std::span<const double> y)
    : x_(x.begin(), x.end()), y_(y.begin(), y.end()), bend_(x.size()) {
  const std::size_t last = x.size() - 1;
  const auto h = [&](std::size_t k) { return x[k + 1] - x[k]; };
  const auto slope = [&](std::size_t k) { return (y[k + 1] - y[k]) / h(k); };

  std::vector<double> above(x.size());  // after elimination: bend[k] + above[k] bend[k+1] = right side
  for (std::size_t k = 1; k < last; ++k) {
    double below = h(k - 1), diagonal = 2 * (h(k - 1) + h(k)), beyond = h(k);
    if (k == 1) {
      diagonal += h(0) * (h(0) + h(1)) / h(1);
      beyond -= h(0) * h(0) / h(1);
      below = 0;
    }
    if (k == last - 1) {
      diagonal += h(k) * (h(k) + h(k - 1)) / h(k - 1);
      below -= h(k) * h(k) / h(k - 1);
      beyond = 0;
    }
    const double pivot = diagonal - below * above[k - 1];
    above[k] = beyond / pivot;
    bend_[k] = (6 * (slope(k) - slope(k - 1)) - below * bend_[k - 1]) / pivot;
  }
  for (std::size_t k = last - 1; k-- > 1;) bend_[k] -= above[k] * bend_[k + 1];
  bend_[0] = bend_[1] - (bend_[2] - bend_[1]) * h(0) / h(1);
  bend_[last] = bend_[last - 1] + (bend_[last - 1] - bend_[last - 2]) * h(last - 1) / h(last - 2);
}

double Spline::operator()(double x) const {
  const auto inner = std::upper_bound(x_.begin() + 1, x_.end() - 1, x);
  const auto right = static_cast<std::size_t>(inner - x_.begin()), left = right - 1;
  const double h = x_[right] - x_[left];
  const double a = (x_[right] - x) / h, b = (x - x_[left]) / h;
  return a * y_[left] + b * y_[right] +
         h * h / 6 * (a * (a * a - 1) * bend_[left] + b * (b * b - 1) * bend_[right]);
}

}  // namespace partita::op2_airfoil
