#pragma once
/// \file Euler split: a regular bipartite multigraph of even degree is cut into two of half the degree.
///
/// Gabow, "Using Euler partitions to edge color bipartite multigraphs", Int. J. Computer and Information
/// Sciences 5, 1976. At every vertex the edges are paired arbitrarily. An edge, its partner on the left, the
/// partner of that on the right, and so on form a cycle of even length. The edges of a cycle go to the two
/// halves in turn. That needs no Euler tour, only the pairs.

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <partita/schedule/direct/regular_multigraph.hpp>

namespace partita::detail {

/// Holds the memory of one split for the next.
class EulerSplitter {
 public:
  /// `side`: vertices on the left, and on the right.
  explicit EulerSplitter(int side) : unpaired_(side) {}

  /// Reorders the edges of a regular multigraph of even degree so that the first half of them, and the
  /// second, are regular. O(edges + vertices).
  void operator()(std::span<MultigraphEdge> edges) {
    pair(edges, &MultigraphEdge::left, left_mate_);
    pair(edges, &MultigraphEdge::right, right_mate_);

    // An edge on a side no longer needs its mates: left_mate_ becomes the mark.
    constexpr int first = -1, second = -2;
    for (std::size_t start = 0; start < edges.size(); ++start)
      for (std::size_t edge = start; left_mate_[edge] >= 0;) {
        const auto other = static_cast<std::size_t>(left_mate_[edge]);
        left_mate_[edge] = first;
        left_mate_[other] = second;
        edge = static_cast<std::size_t>(right_mate_[other]);
      }

    second_half_.clear();
    auto end = edges.begin();
    for (std::size_t edge = 0; edge < edges.size(); ++edge)
      if (left_mate_[edge] == first)
        *end++ = edges[edge];
      else
        second_half_.push_back(edges[edge]);
    std::copy(second_half_.begin(), second_half_.end(), end);
  }

 private:
  static constexpr int none = -1;

  // Pairs the edges with the same end: mates[e] is the other edge of e's pair.
  void pair(std::span<const MultigraphEdge> edges, int MultigraphEdge::*end, std::vector<int>& mates) {
    std::fill(unpaired_.begin(), unpaired_.end(), none);
    mates.resize(edges.size());
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
      int& waiting = unpaired_[edges[edge].*end];
      if (waiting == none) {
        waiting = static_cast<int>(edge);
      } else {
        mates[edge] = waiting;
        mates[std::exchange(waiting, none)] = static_cast<int>(edge);
      }
    }
  }

  std::vector<int> unpaired_;                // by vertex: an edge that waits for its partner
  std::vector<int> left_mate_, right_mate_;  // by edge: its partners
  std::vector<MultigraphEdge> second_half_;
};

}  // namespace partita::detail
