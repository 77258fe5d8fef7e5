#include <span>
#include <utility>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/find_edges.hpp>

namespace partita::mesh {

VertexGraph<global_index> find_neighbours(const Mesh& mesh, const VertexRange& range) {
  return distinct_neighbours(range.size(), [&](auto visit) {
    for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> vertices) {
      for_each_edge(mesh.cells[cell], [&](int a, int b) {
        const std::pair there(vertices[a], vertices[b]), back(vertices[b], vertices[a]);
        for (const auto& [from, to] : {there, back})
          if (range.contains(from)) visit(from - range.begin, to);
      });
    });
  });
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
