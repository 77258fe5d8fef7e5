#include <algorithm>
#include <cstdint>

#include <partita/mesh/renumber.hpp>
#include <partita/mesh/vertex_graph.hpp>

namespace partita::mesh {

namespace {

using Graph = VertexGraph<global_index>;
using Mark = std::uint32_t;  // of a visit; there are at most two for each vertex

// Appends to `order` the component of `start`, level by level, neighbours by ascending degree. Marks the
// vertices with `mark`. Returns the number of levels.
int visit(const Graph& graph, global_index start, Mark mark, std::vector<Mark>& marks,
          std::vector<global_index>& order) {
  const auto degree = [&](global_index v) { return graph.of(v).size(); };
  std::size_t level_begin = order.size();
  order.push_back(start);
  marks[start] = mark;
  int levels = 0;
  while (level_begin < order.size()) {
    const std::size_t level_end = order.size();
    for (std::size_t k = level_begin; k < level_end; ++k) {
      const auto first_new = static_cast<std::ptrdiff_t>(order.size());
      for (const global_index neighbour : graph.of(order[k]))
        if (marks[neighbour] != mark) {
          marks[neighbour] = mark;
          order.push_back(neighbour);
        }
      std::ranges::stable_sort(order.begin() + first_new, order.end(), {}, degree);
    }
    level_begin = level_end;
    ++levels;
  }
  return levels;
}

}  // namespace

std::vector<global_index> cuthill_mckee(const Mesh& mesh) {
  return cuthill_mckee(vertex_graph<global_index>(mesh.vertices, mesh.edges));
}

std::vector<global_index> cuthill_mckee(const VertexGraph<global_index>& graph) {
  const auto vertices = std::ssize(graph.first) - 1;
  std::vector<Mark> marks(vertices, 0);
  std::vector<global_index> order;
  order.reserve(marks.size());

  Mark mark = 0;
  for (global_index seed = 0; seed < vertices; ++seed) {
    if (marks[seed] != 0) continue;

    // Moves from one rim to the opposite one while the number of levels grows.
    const std::size_t component = order.size();
    global_index start = seed;
    for (int depth = 0;;) {
      order.resize(component);
      const int levels = visit(graph, start, ++mark, marks, order);
      if (levels <= depth) break;
      depth = levels;
      start = order.back();
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace partita::mesh
