#pragma once
/// \file Matchings of a bipartite graph that cover given vertices.

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace partita::detail {

/// A bipartite graph of n + n vertices: 0 .. n-1 on the left, n .. 2n-1 on the right.
class BipartiteGraph {
 public:
  /// Edges between vertices of either side.
  BipartiteGraph(int vertices, std::vector<std::array<int, 2>> edges);

  int vertices() const { return static_cast<int>(first_.size()) - 1; }
  int edges() const { return static_cast<int>(ends_.size()); }
  const std::array<int, 2>& ends(int edge) const { return ends_[static_cast<std::size_t>(edge)]; }

  /// The edges at a vertex.
  std::span<const int> at(int vertex) const {
    const auto v = static_cast<std::size_t>(vertex);
    return std::span(incident_).subspan(first_[v], first_[v + 1] - first_[v]);
  }

 private:
  std::vector<std::array<int, 2>> ends_;
  std::vector<int> incident_;
  std::vector<std::size_t> first_;
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
      : graph_(graph), edge_at_(static_cast<std::size_t>(graph.vertices()), none), entered_by_(edge_at_) {}

  /// Adds the edge if both its ends are free.
  void take(int edge);

  /// Covers a vertex by edges marked as usable, and uncovers no vertex that is marked to be kept. O(edges).
  ///
  /// @return false if that is impossible; then nothing has changed
  bool cover(int vertex, std::span<const char> usable, std::span<const char> kept);

  /// @return the edge that covers a vertex, or `none`
  int edge_at(int vertex) const { return edge_at_[static_cast<std::size_t>(vertex)]; }

 private:
  int across(int edge, int vertex) const;
  void flip(int start, int end);

  const BipartiteGraph& graph_;
  std::vector<int> edge_at_;     // by vertex
  std::vector<int> entered_by_;  // by vertex of the side across: the edge by which the search entered it
  std::vector<int> reached_;     // vertices on the side of the search's start, in the order of the search
  std::vector<int> entered_;     // vertices across with an entry in entered_by_
};

}  // namespace partita::detail
