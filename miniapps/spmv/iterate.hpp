#pragma once
/// \file Two iterations that consist mainly of products, for any kind of product.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <partita/inspector/access_pattern.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::spmv {

/// y = A x; x has room for ghosts after its owned values, y holds owned values.
using Multiply = std::function<void(std::span<double> x, std::span<double> y)>;

struct Iterated {
  int iterations = 0;
  double seconds = 0;
  double result = 0;      ///< relative residual, or the eigenvalue
  bool complete = false;  ///< within the tolerance
};

inline double dot(const Communicator& comm, std::span<const double> a, std::span<const double> b) {
  return sum(comm, std::inner_product(a.begin(), a.end(), b.begin(), 0.0));
}

/// Hestenes, Stiefel, "Methods of Conjugate Gradients for Solving Linear Systems", J. Res. Nat. Bur.
/// Standards 49, 1952, without preconditioner, from zero, until |b - A x| <= tolerance |b|. Ends incomplete
/// if the matrix is not positive definite. Collective.
inline Iterated conjugate_gradients(const AccessPattern& pattern, const Multiply& multiply,
                                    std::span<const double> b, int most_iterations, double tolerance) {
  const Communicator& comm = pattern.communicator();
  const Stopwatch watch;
  const std::size_t owned = b.size();
  std::vector<double> x(owned), r(b.begin(), b.end()), q(owned);
  std::vector<double> p(static_cast<std::size_t>(pattern.local_size()));
  std::copy(b.begin(), b.end(), p.begin());
  const double whole = dot(comm, r, r);
  double square = whole;
  Iterated done;
  while (done.iterations < most_iterations && square > tolerance * tolerance * whole) {
    multiply(p, q);
    const double curvature = dot(comm, std::span(p).first(owned), q);
    if (!(curvature > 0)) break;
    const double step = square / curvature;
    for (std::size_t k = 0; k < owned; ++k) {
      x[k] += step * p[k];
      r[k] -= step * q[k];
    }
    const double before = std::exchange(square, dot(comm, r, r));
    for (std::size_t k = 0; k < owned; ++k) p[k] = r[k] + square / before * p[k];
    ++done.iterations;
  }
  done.result = whole > 0 ? std::sqrt(square / whole) : 0;
  done.complete = done.result <= tolerance;
  done.seconds = max(comm, watch.seconds());
  return done;
}

/// The eigenvalue of largest magnitude, by von Mises's power method from `start`. Ends when the relative
/// change of the Rayleigh quotient is at most `tolerance`. Collective.
inline Iterated power_method(const AccessPattern& pattern, const Multiply& multiply,
                             std::span<const double> start, int most_iterations, double tolerance) {
  const Communicator& comm = pattern.communicator();
  const Stopwatch watch;
  const std::size_t owned = start.size();
  std::vector<double> x(static_cast<std::size_t>(pattern.local_size())), y(start.begin(), start.end());
  Iterated done;
  double length = std::sqrt(dot(comm, y, y));
  while (done.iterations < most_iterations && length > 0 && !done.complete) {
    for (std::size_t k = 0; k < owned; ++k) x[k] = y[k] / length;
    multiply(x, y);
    const double before = std::exchange(done.result, dot(comm, std::span(x).first(owned), y));
    done.complete =
        ++done.iterations > 1 && std::abs(done.result - before) <= tolerance * std::abs(done.result);
    length = std::sqrt(dot(comm, y, y));
  }
  done.seconds = max(comm, watch.seconds());
  return done;
}

}  // namespace partita::spmv
