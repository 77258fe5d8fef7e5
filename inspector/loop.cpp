#include <algorithm>
#include <array>
#include <numeric>

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

std::vector<int> owners_of_first(const TranslationTable& table, std::span<const Edge> share) {
  std::vector<global_index> firsts;
  for (const Edge& edge : share) firsts.push_back(edge[0]);
  std::vector<int> owners;
  for (const Location& location : table.locate(firsts)) owners.push_back(location.rank);
  return owners;
}

// Global numbers of the iterations in this rank's share.
std::vector<global_index> numbers(const Communicator& comm, std::size_t share) {
  std::vector<global_index> iterations(share);
  std::iota(iterations.begin(), iterations.end(), sum_below(comm, static_cast<global_index>(share)));
  return iterations;
}

}  // namespace

std::vector<Loop> inspect(const TranslationTable& table, std::span<const std::span<const Edge>> shares) {
  const Communicator& comm = table.communicator();
  collectively(comm, [&] { check_range(table, shares); });

  // Every iteration goes to the owner of its first end point.
  std::vector<Loop> loops;
  std::vector<std::vector<Edge>> arrived;
  std::vector<global_index> references;
  for (const std::span<const Edge> share : shares) {
    Loop& loop = loops.emplace_back(Loop(Remap(comm, owners_of_first(table, share))));
    loop.iterations_ = loop.remap_.forward<global_index>(numbers(comm, share.size()));
    for (const Edge& edge : arrived.emplace_back(loop.remap_.forward(share)))
      references.insert(references.end(), edge.begin(), edge.end());
  }

  // All references of all loops are localized together: one numbering of ghosts, one pattern.
  const Localized localized = localize(table, references);
  const local_index owned = localized.pattern.owned();
  auto next = localized.indices.begin();
  for (std::size_t l = 0; l < loops.size(); ++l) {
    Loop& loop = loops[l];
    loop.pattern_ = localized.pattern;

    std::vector<LocalEdge> local(arrived[l].size());
    for (LocalEdge& edge : local)
      for (local_index& end : edge) end = *next++;

    loop.order_.resize(local.size());
    std::iota(loop.order_.begin(), loop.order_.end(), std::size_t{0});
    const auto interior = [&](std::size_t k) { return std::max(local[k][0], local[k][1]) < owned; };
    const auto border = std::stable_partition(loop.order_.begin(), loop.order_.end(), interior);
    loop.interior_ = static_cast<std::size_t>(border - loop.order_.begin());

    const std::vector<global_index> iterations = std::move(loop.iterations_);
    loop.iterations_.clear();
    for (const std::size_t k : loop.order_) {
      loop.edges_.push_back(local[k]);
      loop.iterations_.push_back(iterations[k]);
    }
  }
  return loops;
}

Loop inspect(const TranslationTable& table, std::span<const Edge> share) {
  return std::move(inspect(table, std::array{share}).front());
}

}  // namespace partita
