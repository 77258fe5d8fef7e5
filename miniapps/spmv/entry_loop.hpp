#pragma once
/// \file The product with any matrix, by a loop over its entries.

#include <partita/inspector/index_list.hpp>
#include <partita/inspector/inspected_loop.hpp>

#include "product.hpp"

namespace partita::spmv {

/// y_row += value x_column, row after row. Rows without a ghost are the interior.
class EntryLoop final : public Product {
 public:
  /// The owners of rows execute the entries of `loop`; index array 0 holds rows, 1 columns. `values` has one
  /// value per iteration. Collective.
  EntryLoop(const InspectedLoop& loop, std::span<const double> values);

  Rows rows() const override { return rows_; }

 private:
  void interior(const double* x, double* y) const override { multiply(interior_, x, y); }
  void border(const double* x, double* y) const override { multiply(border_, x, y); }
  void multiply(const IndexList& of_rows, const double* x, double* y) const;

  Rows rows_;
  IndexList interior_, border_;
};

}  // namespace partita::spmv
