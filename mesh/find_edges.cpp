// Each edge goes into the bucket of its smaller vertex. The few larger vertices of a bucket are sorted and
// deduplicated. The time is linear in the mesh and the result is ascending.
#include <algorithm>
#include <span>
#include <utility>

#include <partita/mesh/find_edges.hpp>

namespace partita::mesh {
namespace {

using LocalPair = std::array<int, 2>;
constexpr std::array<LocalPair, 3> triangle_edges{{{0, 1}, {1, 2}, {2, 0}}};
constexpr std::array<LocalPair, 4> quadrilateral_edges{{{0, 1}, {1, 2}, {2, 3}, {3, 0}}};
constexpr std::array<LocalPair, 6> tetrahedron_edges{{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

constexpr std::array<std::span<const LocalPair>, 3> edges_by_type{triangle_edges, quadrilateral_edges,
                                                                  tetrahedron_edges};

template <class Visit>
void for_each_edge(const Mesh& mesh, Visit visit) {
  const global_index* vertex = mesh.cell_vertices.data();
  for (const CellType type : mesh.cells) {
    for (const auto [a, b] : edges_by_type[static_cast<std::size_t>(type)]) {
      const auto [smaller, larger] = std::minmax(vertex[a], vertex[b]);
      visit(smaller, larger);
    }
    vertex += vertices_of(type);
  }
}

}  // namespace

std::vector<Edge> find_edges(const Mesh& mesh) {
  std::vector<global_index> bucket(mesh.vertices + 1, 0);
  for_each_edge(mesh, [&](global_index a, global_index) { ++bucket[a]; });
  global_index begin = 0;
  for (global_index& b : bucket) begin += std::exchange(b, begin);

  std::vector<global_index> larger(begin);
  std::vector<global_index> end = bucket;
  for_each_edge(mesh, [&](global_index a, global_index b) { larger[end[a]++] = b; });

  std::vector<Edge> edges;
  edges.reserve(larger.size() / 2);
  for (global_index a = 0; a < mesh.vertices; ++a) {
    const auto first = larger.begin() + bucket[a], last = larger.begin() + end[a];
    std::sort(first, last);
    std::for_each(first, std::unique(first, last), [&](global_index b) { edges.push_back({a, b}); });
  }
  return edges;
}

}  // namespace partita::mesh
