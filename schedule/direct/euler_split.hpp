#pragma once
/// \file Euler split: a regular bipartite multigraph of even degree is cut into two of half the degree.
///
/// Gabow, "Using Euler partitions to edge color bipartite multigraphs", Int. J. Computer and Information
/// Sciences 5, 1976. At every vertex the edges are paired arbitrarily. An edge, its partner on the left, the
/// partner of that on the right, and so on form a cycle of even length. The edges of a cycle go to the two
/// halves in turn. That needs no Euler tour, only the pairs.

#include <span>
#include <vector>

#include <partita/schedule/direct/regular_multigraph.hpp>

namespace partita::detail {

/// Holds the memory of one split for the next.
class EulerSplitter {
 public:
  /// `side`: vertices on the left, and on the right.
  explicit EulerSplitter(int side) : unpaired_(static_cast<std::size_t>(side)) {}

  /// Reorders the edges of a regular multigraph of even degree so that the first half of them, and the
  /// second, are regular. O(edges + vertices).
  void operator()(std::span<MultigraphEdge> edges);

 private:
  std::vector<int> unpaired_;                // by vertex: an edge that waits for its partner
  std::vector<int> left_mate_, right_mate_;  // by edge: its partners
  std::vector<MultigraphEdge> second_half_;
};

}  // namespace partita::detail
