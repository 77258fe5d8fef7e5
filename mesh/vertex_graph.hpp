#pragma once
/// \file The vertex graph of a mesh: which vertices share an edge.

#include <span>
#include <vector>

#include <partita/support/types.hpp>

namespace partita::mesh {

/// Compressed adjacency: the neighbours of vertex v are `neighbours[first[v]]` to `neighbours[first[v + 1] -
/// 1]`. The caller chooses the integer type `Index`, because METIS has its own.
template <class Index>
struct VertexGraph {
  std::vector<Index> first;
  std::vector<Index> neighbours;

  std::span<const Index> of(std::size_t vertex) const {
    return std::span(neighbours)
        .subspan(static_cast<std::size_t>(first[vertex]),
                 static_cast<std::size_t>(first[vertex + 1] - first[vertex]));
  }
};

/// Makes the graph of edges that are each listed once, in O(vertices + edges).
/// Not collective.
template <class Index>
VertexGraph<Index> vertex_graph(global_index vertices, std::span<const Edge> edges) {
  VertexGraph<Index> graph;
  graph.first.assign(static_cast<std::size_t>(vertices) + 1, 0);
  for (const auto& [a, b] : edges) {
    ++graph.first[static_cast<std::size_t>(a) + 1];
    ++graph.first[static_cast<std::size_t>(b) + 1];
  }
  for (std::size_t v = 1; v < graph.first.size(); ++v) graph.first[v] += graph.first[v - 1];

  graph.neighbours.resize(2 * edges.size());
  std::vector<Index> next(graph.first.begin(), graph.first.end() - 1);
  for (const auto& [a, b] : edges) {
    graph.neighbours[static_cast<std::size_t>(next[static_cast<std::size_t>(a)]++)] = static_cast<Index>(b);
    graph.neighbours[static_cast<std::size_t>(next[static_cast<std::size_t>(b)]++)] = static_cast<Index>(a);
  }
  return graph;
}

}  // namespace partita::mesh
