#pragma once
/// \file The product with a mesh's Laplacian, by a loop over edges.

#include <partita/inspector/inspect.hpp>

#include "product.hpp"

namespace partita::spmv {

/// y_a += w (x_a - x_b), y_b -= w (x_a - x_b), edge by edge. An edge between owned vertices is read once for
/// both ends: 12 bytes of memory (a weight and an end). Compressed rows need 24, twice an entry of 12, and
/// the diagonal. The edges of a vertex are consecutive, so x_a and the sum for y_a stay in registers. The
/// numbers of an edge's ends are close, so x_b and y_b are in the first-level cache. Both owners execute an
/// edge to a ghost, each for its own end.
class Laplacian final : public Product {
 public:
  /// Both owners of an edge of `loop` execute it; `weights` has one weight per edge of loop.edges().
  /// Collective.
  Laplacian(const InspectedLoop& loop, std::span<const double> weights);

  Rows rows() const override;

 private:
  void interior(const double* x, double* y) const override;
  void border(const double* x, double* y) const override;

  struct BorderEdge {
    local_index here, ghost;
    double weight;
  };

  std::vector<local_index> offsets_;  // of the interior edges of each vertex, as first end
  std::vector<local_index> ends_;     // the others, ascending for each vertex
  std::vector<double> weights_;
  std::vector<BorderEdge> border_;
};

}  // namespace partita::spmv
