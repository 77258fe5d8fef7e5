#include <algorithm>
#include <utility>

#include <partita/schedule/direct/euler_split.hpp>

namespace partita::detail {

namespace {

constexpr int none = -1;

// Pairs the edges with the same end: mates[e] is the other edge of e's pair.
void pair(std::span<const MultigraphEdge> edges, int MultigraphEdge::*end, std::vector<int>& unpaired,
          std::vector<int>& mates) {
  std::fill(unpaired.begin(), unpaired.end(), none);
  mates.resize(edges.size());
  for (std::size_t edge = 0; edge < edges.size(); ++edge) {
    int& waiting = unpaired[static_cast<std::size_t>(edges[edge].*end)];
    if (waiting == none) {
      waiting = static_cast<int>(edge);
    } else {
      mates[edge] = waiting;
      mates[static_cast<std::size_t>(std::exchange(waiting, none))] = static_cast<int>(edge);
    }
  }
}

}  // namespace

void EulerSplitter::operator()(std::span<MultigraphEdge> edges) {
  pair(edges, &MultigraphEdge::left, unpaired_, left_mate_);
  pair(edges, &MultigraphEdge::right, unpaired_, right_mate_);

  // An edge on a side no longer needs its mates: left_mate_ becomes the mark.
  constexpr int first = -1, second = -2;
  for (std::size_t start = 0; start < edges.size(); ++start)
    for (std::size_t edge = start; left_mate_[edge] >= 0;) {
      const auto other = static_cast<std::size_t>(left_mate_[edge]);
      left_mate_[edge] = first;
      left_mate_[other] = second;
      edge = static_cast<std::size_t>(right_mate_[other]);
    }

  second_half_.clear();
  auto end = edges.begin();
  for (std::size_t edge = 0; edge < edges.size(); ++edge)
    if (left_mate_[edge] == first)
      *end++ = edges[edge];
    else
      second_half_.push_back(edges[edge]);
  std::copy(second_half_.begin(), second_half_.end(), end);
}

}  // namespace partita::detail
