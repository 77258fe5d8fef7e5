#pragma once
// Random graphs, partitions and shares for property tests: the same on every rank, drawn from a seed.

#include <algorithm>
#include <cstdint>
#include <vector>

#include <partita/support/random.hpp>
#include <partita/support/types.hpp>

namespace partita::testing_support {

struct RandomGraph {
  global_index vertices;
  std::vector<Edge> edges;  // duplicates and self edges among them
  std::vector<int> parts;   // owner of each vertex; some ranks may own nothing
};

inline RandomGraph random_graph(int ranks, std::uint64_t seed) {
  Random random(seed);
  RandomGraph graph;
  graph.vertices = 1 + random.below(60);
  const auto vertices = static_cast<std::uint32_t>(graph.vertices);
  const std::uint32_t edges = random.below(150);
  const std::uint32_t reach =
      1 + random.below(vertices);  // near neighbours only, now and then: sparse patterns
  for (std::uint32_t e = 0; e < edges; ++e) {
    const std::uint32_t a = random.below(vertices);
    graph.edges.push_back({a, (a + random.below(reach)) % vertices});
  }
  const std::uint32_t owners = 1 + random.below(static_cast<std::uint32_t>(ranks));
  for (std::uint32_t v = 0; v < vertices; ++v) graph.parts.push_back(static_cast<int>(random.below(owners)));
  return graph;
}

// A rank's random share of `items`: together the ranks have all, in order; some have none.
template <class T>
std::vector<T> random_share(const std::vector<T>& items, int rank, int ranks, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::size_t> cuts{0, items.size()};
  for (int k = 1; k < ranks; ++k) cuts.push_back(random.below(static_cast<std::uint32_t>(items.size() + 1)));
  std::sort(cuts.begin(), cuts.end());
  const auto at = [&](int k) {
    return items.begin() + static_cast<std::ptrdiff_t>(cuts[static_cast<std::size_t>(k)]);
  };
  return {at(rank), at(rank + 1)};
}

}  // namespace partita::testing_support
