#pragma once
// A random edge loop, inspected, and what is to come of exchanging its values.

#include <cstdint>
#include <vector>

#include <partita/inspector/inspect.hpp>

#include "tests/random_graph.hpp"

namespace partita::testing_support {

// Knows which global index each local one is.
struct Case {
  RandomGraph graph;
  TranslationTable table;
  InspectedLoop loop;
  std::vector<global_index> global_of;

  Case(const Communicator& comm, std::uint64_t seed)
      : graph(random_graph(comm.size(), seed)),
        table(TranslationTable::from_partition(comm, comm.rank() == 0 ? graph.parts : std::vector<int>{})),
        loop(inspect(table, comm.rank() == 0 ? graph.edges : std::vector<Edge>{})),
        global_of(static_cast<std::size_t>(loop.pattern().local_size())) {
    for (std::size_t k = 0; k < loop.edges().size(); ++k)
      for (std::size_t end = 0; end < 2; ++end)
        global_of[static_cast<std::size_t>(loop.edges()[k][end])] =
            graph.edges[static_cast<std::size_t>(loop.iterations()[k])][end];
    for (local_index k = 0; k < table.owned(); ++k) global_of[static_cast<std::size_t>(k)] = table.global(k);
  }

  const AccessPattern& pattern() const { return loop.pattern(); }
  std::size_t owned() const { return static_cast<std::size_t>(table.owned()); }
  int owner(global_index index) const { return graph.parts[static_cast<std::size_t>(index)]; }

  // Ranks with a ghost of a value, ascending: those that execute an edge at it, found in the whole graph.
  std::vector<int> holders(global_index index) const {
    std::vector<bool> holds(static_cast<std::size_t>(table.communicator().size()), false);
    for (const auto& [a, b] : graph.edges)
      if (b == index && owner(a) != owner(index)) holds[static_cast<std::size_t>(owner(a))] = true;
    std::vector<int> ranks;
    for (std::size_t rank = 0; rank < holds.size(); ++rank)
      if (holds[rank]) ranks.push_back(static_cast<int>(rank));
    return ranks;
  }

  // What is to become of an owned value, if rank r gives of(index, component, r).
  template <class Operation, class Of>
  auto combined(Operation operation, Of of, global_index index, std::size_t component) const {
    auto value = of(index, component, owner(index));
    for (const int rank : holders(index)) value = operation(value, of(index, component, rank));
    return value;
  }
};

// Something that tells every value, component and rank apart, and whose sums depend on their order.
inline double value(global_index index, std::size_t component, int rank = 0) {
  return 1.0 / static_cast<double>(3 + index * 7 + static_cast<global_index>(component) * 1000 + rank * 31);
}

}  // namespace partita::testing_support
