// Each edge goes into the bucket of its smaller vertex. The few larger vertices of a bucket are sorted and
// deduplicated. The time is linear in the mesh and the result is ascending.
#include <algorithm>
#include <span>
#include <utility>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/find_edges.hpp>

namespace partita::mesh {
namespace {

template <class Visit>
void for_each_edge(const Mesh& mesh, const VertexRange& range, Visit visit) {
  for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> vertices) {
    for_each_edge(mesh.cells[cell], [&](int a, int b) {
      const auto [smaller, larger] = std::minmax(vertices[a], vertices[b]);
      if (range.contains(smaller)) visit(smaller - range.begin, larger);
    });
  });
}

}  // namespace

std::vector<Edge> find_edges(const Mesh& mesh, const VertexRange& range) {
  std::vector<global_index> bucket(range.size() + 1, 0);
  for_each_edge(mesh, range, [&](global_index a, global_index) { ++bucket[a]; });
  global_index begin = 0;
  for (global_index& b : bucket) begin += std::exchange(b, begin);

  std::vector<global_index> larger(begin);
  std::vector<global_index> end = bucket;
  for_each_edge(mesh, range, [&](global_index a, global_index b) { larger[end[a]++] = b; });

  std::vector<Edge> edges;
  edges.reserve(larger.size() / 2);
  for (global_index a = 0; a < range.size(); ++a) {
    const auto first = larger.begin() + bucket[a], last = larger.begin() + end[a];
    std::sort(first, last);
    std::for_each(first, std::unique(first, last), [&](global_index b) {
      edges.push_back({range.begin + a, b});
    });
  }
  return edges;
}

}  // namespace partita::mesh
