#pragma once
/// \file The vertex graph of a mesh: which vertices share an edge.

#include <numeric>
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
    return {neighbours.begin() + first[vertex], neighbours.begin() + first[vertex + 1]};
  }
};

/// Makes the graph of edges that are each listed once, in O(vertices + edges).
/// Not collective.
template <class Index>
VertexGraph<Index> vertex_graph(global_index vertices, std::span<const Edge> edges) {
  VertexGraph<Index> graph;
  graph.first.assign(vertices + 1, 0);
  for (const Edge& edge : edges)
    for (const global_index v : edge) ++graph.first[v + 1];
  std::partial_sum(graph.first.begin(), graph.first.end(), graph.first.begin());

  graph.neighbours.resize(2 * edges.size());
  std::vector<Index> next(graph.first.begin(), graph.first.end() - 1);
  for (const auto& [a, b] : edges) {
    graph.neighbours[next[a]++] = static_cast<Index>(b);
    graph.neighbours[next[b]++] = static_cast<Index>(a);
  }
  return graph;
}

}  // namespace partita::mesh
