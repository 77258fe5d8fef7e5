#include <algorithm>

#include <partita/schedule/direct/regular_multigraph.hpp>

namespace partita::detail {

namespace {

// Ranks that follow one another become one vertex while their messages are no more than `degree`. Of two
// vertices next to each other at least one is more than half full.
struct Merged {
  std::vector<int> vertex_of;  // by rank
  std::vector<int> degree;     // by vertex
};

Merged merge(const std::vector<int>& messages, int degree) {
  Merged merged;
  for (const int count : messages) {
    if (merged.degree.empty() || merged.degree.back() + count > degree) merged.degree.push_back(0);
    merged.degree.back() += count;
    merged.vertex_of.push_back(static_cast<int>(merged.degree.size()) - 1);
  }
  return merged;
}

}  // namespace

RegularMultigraph make_regular_multigraph(const CommunicationMatrix& matrix) {
  const auto ranks = static_cast<std::size_t>(matrix.ranks());
  std::vector<int> fan_out(ranks, 0), fan_in(ranks, 0);
  for (int from = 0; from < matrix.ranks(); ++from)
    for (const MatrixEntry& message : matrix.destinations(from)) {
      ++fan_out[from];
      ++fan_in[message.rank];
    }

  RegularMultigraph graph{0, 0, {}};
  for (std::size_t rank = 0; rank < ranks; ++rank)
    graph.degree = std::max({graph.degree, fan_out[rank], fan_in[rank]});
  Merged left = merge(fan_out, graph.degree), right = merge(fan_in, graph.degree);
  const std::size_t side = std::max(left.degree.size(), right.degree.size());
  left.degree.resize(side, 0);
  right.degree.resize(side, 0);
  graph.side = static_cast<int>(side);
  graph.edges.reserve(side * static_cast<std::size_t>(graph.degree));

  int message = 0;
  for (int from = 0; from < matrix.ranks(); ++from)
    for (const auto& [to, length] : matrix.destinations(from))
      graph.edges.push_back({left.vertex_of[from], right.vertex_of[to], message++});

  std::size_t open = 0;  // the first vertex on the right that is not full
  for (std::size_t vertex = 0; vertex < side; ++vertex)
    for (; left.degree[vertex] < graph.degree; ++left.degree[vertex]) {
      while (right.degree[open] == graph.degree) ++open;
      ++right.degree[open];
      graph.edges.push_back({static_cast<int>(vertex), static_cast<int>(open), MultigraphEdge::filling});
    }
  return graph;
}

}  // namespace partita::detail
