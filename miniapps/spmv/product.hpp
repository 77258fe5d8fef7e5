#pragma once
/// \file A product with a matrix, inspected once and replayed by Partita.

#include <span>
#include <vector>

#include <partita/executor/exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/inspector/access_pattern.hpp>

namespace partita::spmv {

/// This rank's rows, compressed: row r has the entries [offsets[r], offsets[r + 1]), with local columns.
struct Rows {
  std::vector<local_index> offsets, columns;
  std::vector<double> values;
};

/// y = A x. The owner of a row computes it. Rows without ghosts of x are computed while the ghosts travel.
class Product {
 public:
  virtual ~Product() = default;

  /// `x`: owned values, then room for ghosts, which the call gathers; `y`: owned values. Collective.
  void operator()(std::span<double> x, std::span<double> y) {
    exchange_.begin_gather(x);
    interior(x.data(), y.data());
    exchange_.finish_gather(x);
    border(x.data(), y.data());
  }

  const AccessPattern& pattern() const { return pattern_; }
  Plan plan() const { return exchange_.plan(); }

  /// The same matrix by rows, for other libraries.
  virtual Rows rows() const = 0;

 protected:
  explicit Product(const AccessPattern& pattern) : pattern_(pattern), exchange_(pattern) {}

 private:
  virtual void interior(const double* x, double* y) const = 0;  // sets all of y
  virtual void border(const double* x, double* y) const = 0;

  AccessPattern pattern_;
  Exchange exchange_;
};

}  // namespace partita::spmv
