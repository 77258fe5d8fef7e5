#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include <partita/inspector/localize.hpp>
#include <partita/inspector/loop.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>

namespace partita {

namespace {

void check_range(const TranslationTable& table, std::span<const std::span<const Edge>> shares) {
  for (std::size_t loop = 0; loop < shares.size(); ++loop)
    for (std::size_t k = 0; k < shares[loop].size(); ++k)
      for (std::size_t end = 0; end < 2; ++end)
        if (const global_index index = shares[loop][k][end]; index < 0 || index >= table.size())
          throw Error(text("loop ", loop, ", edge ", k, " of rank ", table.communicator().rank(),
                           ", end point ", end, ": index ", index, " is out of range: the table holds 0 to ",
                           table.size() - 1));
}

// Where the iterations of this rank's share are executed.
Remap to_executors(const TranslationTable& table, std::span<const Edge> share, Execution execution) {
  const Communicator& comm = table.communicator();
  std::vector<global_index> references;
  references.reserve(2 * share.size());
  for (const Edge& edge : share) references.insert(references.end(), edge.begin(), edge.end());
  const std::vector<Location> locations = table.locate(references);

  std::vector<std::size_t> offsets{0};
  std::vector<int> executors;
  for (std::size_t k = 0; k < share.size(); ++k) {
    const std::array owners{locations[2 * k].rank, locations[2 * k + 1].rank};
    append_executors(execution, owners, comm.rank(), executors);
    offsets.push_back(executors.size());
  }
  return Remap(comm, offsets, executors);
}

// Global numbers of the iterations in this rank's share.
std::vector<global_index> numbers(const Communicator& comm, std::size_t share) {
  std::vector<global_index> iterations(share);
  std::iota(iterations.begin(), iterations.end(), sum_below(comm, static_cast<global_index>(share)));
  return iterations;
}

}  // namespace

Loop::Loop(Remap remap, AccessPattern pattern, const std::vector<LocalEdge>& edges,
           const std::vector<global_index>& iterations)
    : remap_(std::move(remap)), pattern_(std::move(pattern)), order_(edges.size()) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  const auto border = std::stable_partition(order_.begin(), order_.end(), [&](std::size_t k) {
    return std::max(edges[k][0], edges[k][1]) < pattern_.owned();
  });
  interior_ = static_cast<std::size_t>(border - order_.begin());
  for (const std::size_t k : order_) {
    edges_.push_back(edges[k]);
    iterations_.push_back(iterations[k]);
  }
}

std::vector<Loop> inspect(const TranslationTable& table, std::span<const std::span<const Edge>> shares,
                          Execution execution) {
  const Communicator& comm = table.communicator();
  require_same(comm, shares.size(), "the number of loops to inspect");
  require_same(comm, static_cast<std::uint64_t>(execution), "who executes an iteration");
  collectively(comm, [&] { check_range(table, shares); });

  // Every iteration goes to those who execute it.
  std::vector<Remap> remaps;
  std::vector<std::size_t> lengths;
  std::vector<global_index> references;  // of all loops, one after the other
  for (const std::span<const Edge> share : shares) {
    remaps.push_back(to_executors(table, share, execution));
    const std::vector<Edge> arrived = remaps.back().forward(share);
    lengths.push_back(arrived.size());
    for (const Edge& edge : arrived) references.insert(references.end(), edge.begin(), edge.end());
  }

  // They are localized together: one numbering of ghosts, one pattern.
  const Localized localized = localize(table, references);
  auto next = localized.indices.begin();
  std::vector<Loop> loops;
  for (std::size_t l = 0; l < shares.size(); ++l) {
    std::vector<LocalEdge> edges(lengths[l]);
    for (LocalEdge& edge : edges)
      for (local_index& end : edge) end = *next++;
    const auto iterations = remaps[l].forward(numbers(comm, shares[l].size()));
    loops.push_back(Loop(std::move(remaps[l]), localized.pattern, edges, iterations));
  }
  return loops;
}

Loop inspect(const TranslationTable& table, std::span<const Edge> share, Execution execution) {
  return std::move(inspect(table, std::array{share}, execution).front());
}

}  // namespace partita
