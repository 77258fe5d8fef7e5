#pragma once
/// \file The vertex graph of a mesh: which vertices share an edge.

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
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

/// Makes the graph of neighbours that may be named more than once: each vertex has each neighbour once,
/// ascending. Each neighbour goes into the bucket of its vertex. The few in a bucket are sorted and
/// deduplicated, so the time is linear.
/// @param for_each  for_each(visit) calls visit(vertex, neighbour) for all of them. It is called twice
/// Not collective.
template <class ForEach>
VertexGraph<global_index> distinct_neighbours(global_index vertices, ForEach for_each) {
  VertexGraph<global_index> graph;
  graph.first.assign(vertices + 1, 0);
  for_each([&](global_index v, global_index) { ++graph.first[v]; });
  global_index begin = 0;
  for (global_index& first : graph.first) begin += std::exchange(first, begin);

  graph.neighbours.resize(begin);
  std::vector<global_index> end = graph.first;
  for_each([&](global_index v, global_index b) { graph.neighbours[end[v]++] = b; });

  global_index kept = 0;
  for (global_index v = 0; v < vertices; ++v) {
    const auto first = graph.neighbours.begin() + graph.first[v], last = graph.neighbours.begin() + end[v];
    std::sort(first, last);
    const auto distinct = std::unique(first, last);
    graph.first[v] = kept;
    kept = std::copy(first, distinct, graph.neighbours.begin() + kept) - graph.neighbours.begin();
  }
  graph.first[vertices] = kept;
  graph.neighbours.resize(kept);
  return graph;
}

}  // namespace partita::mesh
