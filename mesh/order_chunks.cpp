#include <algorithm>
#include <numeric>

#include <partita/mesh/drop_unused.hpp>
#include <partita/mesh/find_edges.hpp>
#include <partita/mesh/order_chunks.hpp>
#include <partita/mesh/renumber.hpp>

namespace partita::mesh {
namespace {

// Gives the vertices of a share new numbers.
void reorder(MeshShare& share, const std::vector<global_index>& numbers) {
  Mesh& mesh = share.mesh;
  std::vector<local_index> order(numbers.size()), place(numbers.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](local_index v) { return numbers[v]; });
  std::vector<Point> points(order.size());
  std::vector<global_index> in_file(share.in_file.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    place[order[k]] = static_cast<local_index>(k);
    points[k] = mesh.points[order[k]];
    share.numbers[k] = numbers[order[k]];
    if (share.owned.contains(static_cast<global_index>(k)))
      in_file[k - share.owned.begin] = share.in_file[order[k] - share.owned.begin];
  }
  mesh.points = std::move(points);
  share.in_file = std::move(in_file);
  renumber(mesh, {}, [&](global_index v) { return global_index{place[v]}; });
}

// The graph of consecutive vertices, without neighbours elsewhere.
VertexGraph<global_index> subgraph(const VertexGraph<global_index>& graph, const VertexRange& vertices,
                                   global_index first) {
  VertexGraph<global_index> sub{{0}, {}};
  for (global_index v = vertices.begin; v < vertices.end; ++v) {
    for (const global_index neighbour : graph.of(v))
      if (vertices.contains(neighbour - first)) sub.neighbours.push_back(neighbour - first - vertices.begin);
    sub.first.push_back(std::ssize(sub.neighbours));
  }
  return sub;
}

}  // namespace

void order_chunks(MeshShare& share, const ConsecutiveShares& owners) {
  const VertexGraph<global_index> graph = find_neighbours(share.mesh, share.owned);
  const global_index first = share.owned.size() > 0 ? share.number(share.owned.begin) : 0;
  std::vector<global_index> number_of_owned;
  for (global_index begin = 0; begin < share.owned.size(); begin += share.blocks.chunk) {
    const VertexRange chunk{begin, std::min(begin + share.blocks.chunk, share.owned.size())};
    const std::vector<global_index> order = cuthill_mckee(subgraph(graph, chunk, share.owned.begin));
    number_of_owned.resize(chunk.end);
    for (std::size_t k = 0; k < order.size(); ++k)
      number_of_owned[begin + order[k]] = first + begin + static_cast<global_index>(k);
  }
  reorder(share, of_local(share, owners, number_of_owned));
}

}  // namespace partita::mesh
