#pragma once
/// \file The same product computed by PETSc.

#include <span>

#include <petscmat.h>

#include "product.hpp"

namespace partita::spmv {

/// MatMult with a matrix of type AIJ, or of PETSc's option -mat_type. It has the rows of `product`, on the
/// same ranks in the same order.
class MatMult {
 public:
  /// Collective. Throws Failure.
  explicit MatMult(const Product& product);
  ~MatMult();
  MatMult(const MatMult&) = delete;
  MatMult& operator=(const MatMult&) = delete;

  /// Takes owned values of `x` and `y`; values after them stay untouched. Collective.
  void operator()(std::span<double> x, std::span<double> y);

 private:
  Mat matrix_ = nullptr;
  Vec x_ = nullptr, y_ = nullptr;  // arrays are placed at each product
};

}  // namespace partita::spmv
