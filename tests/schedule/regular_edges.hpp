#pragma once
// Edges of regular bipartite multigraphs for tests.

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include <partita/schedule/direct/regular_multigraph.hpp>
#include <partita/support/random.hpp>

namespace partita::testing_support {

using detail::MultigraphEdge;

// `degree` random permutations in random order; edges between the same vertices among them.
inline std::vector<MultigraphEdge> regular_edges(int side, int degree, Random& random) {
  std::vector<MultigraphEdge> edges;
  std::vector<int> permutation(static_cast<std::size_t>(side));
  std::iota(permutation.begin(), permutation.end(), 0);
  for (int k = 0; k < degree; ++k) {
    random.shuffle(permutation);
    for (int left = 0; left < side; ++left)
      edges.push_back({left, permutation[static_cast<std::size_t>(left)], static_cast<int>(edges.size())});
  }
  random.shuffle(edges);
  return edges;
}

inline bool is_regular(std::span<const MultigraphEdge> edges, int side, int degree) {
  std::vector<int> left(static_cast<std::size_t>(side), 0), right = left;
  for (const MultigraphEdge& edge : edges) {
    ++left[static_cast<std::size_t>(edge.left)];
    ++right[static_cast<std::size_t>(edge.right)];
  }
  const std::vector<int> regular(left.size(), degree);
  return left == regular && right == regular;
}

// Messages 0, 1, ...
inline bool has_every_message_once(std::span<const MultigraphEdge> edges) {
  std::vector<int> messages, expected(edges.size());
  for (const MultigraphEdge& edge : edges) messages.push_back(edge.message);
  std::sort(messages.begin(), messages.end());
  std::iota(expected.begin(), expected.end(), 0);
  return messages == expected;
}

}  // namespace partita::testing_support
