#pragma once
/// \file The same product by PETSc.

#include <span>

#include <petscmat.h>

#include "product.hpp"

namespace partita::spmv {

/// MatMult with a matrix of type AIJ, or of PETSc's option -mat_type: the rows of `product`, on the same
/// ranks in the same order.
class MatMult {
 public:
  /// Collective. Throws Failure.
  explicit MatMult(const Product& product);
  ~MatMult();
  MatMult(const MatMult&) = delete;
  MatMult& operator=(const MatMult&) = delete;

  /// Owned values of `x` and `y`; what lies behind them is left alone. Collective.
  void operator()(std::span<double> x, std::span<double> y);

 private:
  Mat matrix_ = nullptr;
  Vec x_ = nullptr, y_ = nullptr;  // without arrays of their own
};

}  // namespace partita::spmv
