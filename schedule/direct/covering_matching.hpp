#pragma once
/// \file Matchings of a bipartite graph that cover given vertices.

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace partita::detail {

/// A bipartite graph of n + n vertices: 0 .. n-1 on the left, n .. 2n-1 on the right.
class BipartiteGraph {
 public:
  /// Edges between vertices of either side.
  BipartiteGraph(int vertices, std::vector<std::array<int, 2>> edges)
      : ends_(std::move(edges)), at_(static_cast<std::size_t>(vertices)) {
    for (std::size_t edge = 0; edge < ends_.size(); ++edge)
      for (const int vertex : ends_[edge]) at_[vertex].push_back(static_cast<int>(edge));
  }

  int vertices() const { return static_cast<int>(at_.size()); }
  int edges() const { return static_cast<int>(ends_.size()); }
  const std::array<int, 2>& ends(int edge) const { return ends_[edge]; }

  /// The edges at a vertex.
  const std::vector<int>& at(int vertex) const { return at_[vertex]; }

 private:
  std::vector<std::array<int, 2>> ends_;
  std::vector<std::vector<int>> at_;
};

/// A matching that grows: `take` adds edges between free vertices, then `cover` adds vertices by alternating
/// paths. A covered vertex may lose its cover to another one, unless it is marked to be kept. If one matching
/// covers the kept vertices of the left and the new one, and another covers those of the right, then one
/// covers both: Mendelsohn and Dulmage, "Some generalizations of the problem of distinct representatives",
/// Canadian J. Math. 10, 1958. So `cover` fails only if no matching exists.
class CoveringMatching {
 public:
  static constexpr int none = -1;

  /// Empty. Refers to the graph.
  explicit CoveringMatching(const BipartiteGraph& graph)
      : graph_(graph), edge_at_(graph.vertices(), none), entered_by_(edge_at_) {}

  /// Adds the edge if both its ends are free.
  void take(int edge) {
    const auto& [left, right] = graph_.ends(edge);
    if (edge_at(left) != none || edge_at(right) != none) return;
    edge_at_[left] = edge_at_[right] = edge;
  }

  /// Covers a vertex by edges marked as usable, and uncovers no vertex that is marked to be kept. O(edges).
  ///
  /// @return false if that is impossible; then nothing has changed
  bool cover(int vertex, std::span<const char> usable, std::span<const char> kept) {
    if (edge_at(vertex) != none) return true;
    reached_.assign(1, vertex);
    int end = none;  // of the path, across
    for (std::size_t next = 0; next < reached_.size() && end == none; ++next)
      for (const int edge : graph_.at(reached_[next])) {
        if (!usable[edge]) continue;
        const int there = across(edge, reached_[next]);
        if (entered_by_[there] != none) continue;
        entered_by_[there] = edge;
        entered_.push_back(there);
        const int partner = edge_at(there) == none ? none : across(edge_at(there), there);
        if (partner == none || !kept[partner]) {
          end = there;
          break;
        }
        reached_.push_back(partner);
      }
    if (end != none) flip(vertex, end);
    for (const int there : entered_) entered_by_[there] = none;
    entered_.clear();
    return end != none;
  }

  /// @return the edge that covers a vertex, or `none`
  int edge_at(int vertex) const { return edge_at_[vertex]; }

 private:
  int across(int edge, int vertex) const {
    const auto& [left, right] = graph_.ends(edge);
    return vertex == left ? right : left;
  }

  void flip(int start, int end) {
    if (edge_at(end) != none) edge_at_[across(edge_at(end), end)] = none;
    for (int there = end;;) {
      const int edge = entered_by_[there];
      const int here = across(edge, there);
      const int before = std::exchange(edge_at_[here], edge);
      edge_at_[there] = edge;
      if (here == start) return;
      there = across(before, here);
    }
  }

  const BipartiteGraph& graph_;
  std::vector<int> edge_at_;     // by vertex
  std::vector<int> entered_by_;  // by vertex of the side across: the edge by which the search entered it
  std::vector<int> reached_;     // vertices on the side of the search's start, in the order of the search
  std::vector<int> entered_;     // vertices across with an entry in entered_by_
};

}  // namespace partita::detail
