#include <utility>

#include <partita/schedule/direct/covering_matching.hpp>

namespace partita::detail {

BipartiteGraph::BipartiteGraph(int vertices, std::vector<std::array<int, 2>> edges)
    : ends_(std::move(edges)),
      incident_(2 * ends_.size()),
      first_(static_cast<std::size_t>(vertices) + 1, 0) {
  for (const auto& ends : ends_)
    for (const int vertex : ends) ++first_[static_cast<std::size_t>(vertex) + 1];
  for (std::size_t vertex = 1; vertex < first_.size(); ++vertex) first_[vertex] += first_[vertex - 1];
  std::vector<std::size_t> next(first_.begin(), first_.end());
  for (std::size_t edge = 0; edge < ends_.size(); ++edge)
    for (const int vertex : ends_[edge])
      incident_[next[static_cast<std::size_t>(vertex)]++] = static_cast<int>(edge);
}

int CoveringMatching::across(int edge, int vertex) const {
  const auto& [left, right] = graph_.ends(edge);
  return vertex == left ? right : left;
}

void CoveringMatching::take(int edge) {
  const auto& [left, right] = graph_.ends(edge);
  if (edge_at(left) != none || edge_at(right) != none) return;
  edge_at_[static_cast<std::size_t>(left)] = edge_at_[static_cast<std::size_t>(right)] = edge;
}

bool CoveringMatching::cover(int vertex, std::span<const char> usable, std::span<const char> kept) {
  if (edge_at(vertex) != none) return true;
  reached_.assign(1, vertex);
  int end = none;  // of the path, across
  for (std::size_t next = 0; next < reached_.size() && end == none; ++next)
    for (const int edge : graph_.at(reached_[next])) {
      if (!usable[static_cast<std::size_t>(edge)]) continue;
      const int there = across(edge, reached_[next]);
      if (entered_by_[static_cast<std::size_t>(there)] != none) continue;
      entered_by_[static_cast<std::size_t>(there)] = edge;
      entered_.push_back(there);
      const int partner = edge_at(there) == none ? none : across(edge_at(there), there);
      if (partner == none || !kept[static_cast<std::size_t>(partner)]) {
        end = there;
        break;
      }
      reached_.push_back(partner);
    }
  if (end != none) flip(vertex, end);
  for (const int there : entered_) entered_by_[static_cast<std::size_t>(there)] = none;
  entered_.clear();
  return end != none;
}

void CoveringMatching::flip(int start, int end) {
  if (edge_at(end) != none) edge_at_[static_cast<std::size_t>(across(edge_at(end), end))] = none;
  for (int there = end;;) {
    const int edge = entered_by_[static_cast<std::size_t>(there)];
    const int here = across(edge, there);
    const int before = std::exchange(edge_at_[static_cast<std::size_t>(here)], edge);
    edge_at_[static_cast<std::size_t>(there)] = edge;
    if (here == start) return;
    there = across(before, here);
  }
}

}  // namespace partita::detail
