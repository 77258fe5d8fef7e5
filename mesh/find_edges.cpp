// Each neighbour goes into the bucket of its vertex. The few neighbours in a bucket are sorted and
// deduplicated. The time is linear in the mesh and the result is ascending.
#include <algorithm>
#include <span>
#include <utility>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/find_edges.hpp>

namespace partita::mesh {
namespace {

// Calls visit(vertex, neighbour), the vertex counted from the range's first.
template <class Visit>
void for_each_neighbour(const Mesh& mesh, const VertexRange& range, Visit visit) {
  for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> vertices) {
    for_each_edge(mesh.cells[cell], [&](int a, int b) {
      for (const auto& [from, to] :
           {std::pair(vertices[a], vertices[b]), std::pair(vertices[b], vertices[a])})
        if (range.contains(from)) visit(from - range.begin, to);
    });
  });
}

}  // namespace

VertexGraph<global_index> find_neighbours(const Mesh& mesh, const VertexRange& range) {
  VertexGraph<global_index> graph;
  graph.first.assign(range.size() + 1, 0);
  for_each_neighbour(mesh, range, [&](global_index v, global_index) { ++graph.first[v]; });
  global_index begin = 0;
  for (global_index& first : graph.first) begin += std::exchange(first, begin);

  graph.neighbours.resize(begin);
  std::vector<global_index> end = graph.first;
  for_each_neighbour(mesh, range, [&](global_index v, global_index b) { graph.neighbours[end[v]++] = b; });

  global_index kept = 0;
  for (global_index v = 0; v < range.size(); ++v) {
    const auto first = graph.neighbours.begin() + graph.first[v], last = graph.neighbours.begin() + end[v];
    std::sort(first, last);
    const auto distinct = std::unique(first, last);
    graph.first[v] = kept;
    kept = std::copy(first, distinct, graph.neighbours.begin() + kept) - graph.neighbours.begin();
  }
  graph.first[range.size()] = kept;
  graph.neighbours.resize(kept);
  return graph;
}

std::vector<Edge> find_edges(const Mesh& mesh, const VertexRange& range) {
  const VertexGraph<global_index> graph = find_neighbours(mesh, range);
  std::vector<Edge> edges;
  edges.reserve(graph.neighbours.size() / 2 + 1);
  for (global_index v = 0; v < range.size(); ++v)
    for (const global_index neighbour : graph.of(v))
      if (neighbour > range.begin + v) edges.push_back({range.begin + v, neighbour});
  return edges;
}

}  // namespace partita::mesh
