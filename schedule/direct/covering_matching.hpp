#pragma once
/// \file Matchings of a bipartite graph that cover the vertices they are told to.

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace partita {

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

/// A matching that grows: edges are taken as they come, then vertices left out are covered by alternating
/// paths. A covered vertex may lose its cover to another one, unless it is to be kept. If the vertices of the
/// left that are kept, and the one to be covered, are covered by some matching, and those of the right by
/// some other, then there is one that covers both: Mendelsohn and Dulmage, "Some generalizations of the
/// problem of distinct representatives", Canadian J. Math. 10, 1958. So `cover` fails only where no matching
/// does it.
class CoveringMatching {
 public:
  static constexpr int none = -1;

  /// Empty. Refers to the graph.
  explicit CoveringMatching(const BipartiteGraph& graph)
      : graph_(graph), edge_at_(static_cast<std::size_t>(graph.vertices()), none), entered_by_(edge_at_) {}

  /// Adds the edge if both its ends are free.
  void take(int edge);

  /// Covers a vertex, if it is not, by edges marked as usable, and uncovers none that is marked to be kept.
  /// False if that is impossible: then nothing has changed. O(edges).
  bool cover(int vertex, std::span<const char> usable, std::span<const char> kept);

  /// The edge that covers a vertex, or `none`.
  int edge_at(int vertex) const { return edge_at_[static_cast<std::size_t>(vertex)]; }

 private:
  int across(int edge, int vertex) const;
  void flip(int start, int end);

  const BipartiteGraph& graph_;
  std::vector<int> edge_at_;     // by vertex
  std::vector<int> entered_by_;  // by vertex of the side across: the edge on which the search came to it
  std::vector<int> reached_;     // vertices on the side of the search's start, in the order of the search
  std::vector<int> entered_;     // vertices across, whose entered_by_ is to be cleared
};

}  // namespace partita
