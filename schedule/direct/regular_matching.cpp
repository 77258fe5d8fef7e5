#include <numeric>
#include <utility>
#include <vector>

#include <partita/schedule/direct/regular_matching.hpp>

namespace partita::detail {

void matching_to_front(std::span<MultigraphEdge> edges, int side, Random& random) {
  const auto vertices = static_cast<std::size_t>(side);
  const std::size_t degree = edges.size() / vertices;

  // By vertex on the left: its edges.
  std::vector<MultigraphEdge> sorted(edges.size());
  std::vector<std::size_t> next(vertices);
  for (std::size_t vertex = 0; vertex < vertices; ++vertex) next[vertex] = vertex * degree;
  for (const MultigraphEdge& edge : edges) sorted[next[edge.left]++] = edge;

  constexpr auto none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> matched(vertices, none);   // by vertex on the left: its edge of the matching
  std::vector<std::size_t> receives(vertices, none);  // by vertex on the right
  std::vector<std::size_t> left_by(vertices);  // by vertex on the left: the edge that the walk took last
  const auto step = [&](std::size_t vertex) {
    const bool is_matched = matched[vertex] != none;  // the walk does not return along its last edge
    const std::size_t drawn =
        vertex * degree + random.below(static_cast<std::uint32_t>(is_matched ? degree - 1 : degree));
    return is_matched && drawn >= matched[vertex] ? drawn + 1 : drawn;
  };
  const auto right = [&](std::size_t edge) { return static_cast<std::size_t>(sorted[edge].right); };
  const auto left = [&](std::size_t edge) { return static_cast<std::size_t>(sorted[edge].left); };

  std::vector<std::size_t> starts(vertices);
  std::iota(starts.begin(), starts.end(), std::size_t{0});
  random.shuffle(starts);
  for (const std::size_t start : starts) {
    for (std::size_t vertex = start;;) {
      left_by[vertex] = step(vertex);
      const std::size_t there = receives[right(left_by[vertex])];
      if (there == none) break;
      vertex = left(there);
    }
    // The last edges by which the walk left each vertex form a path without loops.
    for (std::size_t edge = left_by[start]; edge != none;) {
      matched[left(edge)] = edge;
      const std::size_t displaced = std::exchange(receives[right(edge)], edge);
      edge = displaced == none ? none : left_by[left(displaced)];
    }
  }

  auto end = edges.begin();
  for (const std::size_t edge : matched) *end++ = sorted[edge];
  for (std::size_t edge = 0; edge < sorted.size(); ++edge)
    if (matched[left(edge)] != edge) *end++ = sorted[edge];
}

}  // namespace partita::detail
