#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>

#include <partita/inspector/layered_loop.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/support/collectively.hpp>

namespace partita {

namespace {

// A rank shall execute the edge of this number.
struct Copy {
  global_index number;
  int rank;

  auto operator<=>(const Copy&) const = default;
};

// The ranks that have each owned value: the owner, and those with it as a ghost.
std::vector<std::vector<int>> holders_of(const AccessPattern& pattern) {
  std::vector<std::vector<int>> holders(static_cast<std::size_t>(pattern.owned()),
                                        {pattern.communicator().rank()});
  for (const NeededBy& needed : pattern.needed_by())
    for (const local_index value : needed.owned)
      holders[static_cast<std::size_t>(value)].push_back(needed.rank);
  return holders;
}

InspectedLoop inspected(const TranslationTable& table, std::span<const Edge> share, int layers) {
  const Communicator& comm = table.communicator();
  require_same(comm, static_cast<std::uint64_t>(layers), "the number of layers");
  collectively(comm, [&] {
    if (layers < 1)
      throw Error("a loop has at least 1 layer of ghosts, not ", layers,
                  ": give 1 for the neighbours' values alone");
  });
  return inspect(table, share, Execution::both_sides);
}

}  // namespace

LayeredLoop::LayeredLoop(const TranslationTable& table, std::span<const Edge> share, int layers)
    : near_(inspected(table, share, layers)), widest_(near_) {
  const std::vector<Edge> ends = near_.take(share);
  std::vector<IndexList> numbers{near_.iterations()};  // of the edges within each number of layers
  for (; std::ssize(numbers) < layers; numbers.push_back(iterations())) widen(ends);
  for (; !numbers.empty(); numbers.pop_back()) {
    const IndexList& within = numbers.back();
    std::vector<local_index>& rows = rows_.emplace_back();
    rows.reserve(within.size());
    auto next = within.begin();
    local_index row = 0;
    for (const global_index number : iterations()) {
      if (next != within.end() && *next == number) rows.push_back(row), ++next;
      ++row;
    }
  }
}

// One layer more. An edge goes to every rank that has one of its ends, owned or as a ghost. Owners of its
// ends know these ranks, and execute it already; the owner of its first end unites what they know.
//
// @param ends of the edges within one layer
void LayeredLoop::widen(std::span<const Edge> ends) {
  const auto holders = holders_of(pattern());
  std::vector<Copy> copies;
  std::vector<int> first_owners;
  const local_index owned = near_.pattern().owned();
  auto number = near_.iterations().begin();
  for (const LocalEdge& edge : near_.edges()) {
    for (const local_index end : edge)
      if (end < owned)
        for (const int rank : holders[static_cast<std::size_t>(end)]) {
          copies.push_back({*number, rank});
          first_owners.push_back(near_.pattern().location(edge[0]).rank);
        }
    ++number;
  }
  copies = Remap(near_.communicator(), first_owners).forward(copies);
  std::ranges::sort(copies);
  copies.erase(std::unique(copies.begin(), copies.end()), copies.end());

  std::vector<global_index> numbers;
  std::vector<int> ranks;
  std::vector<Edge> ends_of_copies;
  sent_.clear();
  for (const Copy& copy : copies) {
    sent_.push_back(near_.iterations().lower_bound(copy.number));
    numbers.push_back(copy.number);
    ranks.push_back(copy.rank);
    ends_of_copies.push_back(ends[sent_.back()]);
  }
  const Communicator& comm = near_.communicator();
  IndexArray executed_by("ranks", TranslationTable::block(comm, comm.size()), ranks);
  executed_by.needs_ghosts = false;
  const IndexArray leads_to("edges", near_.table(), ends_of_copies, /*is_written=*/false);
  const std::array arrays{leads_to, executed_by};
  widest_ = inspect(comm, std::array{IndexedLoop{"edges", arrays, Execution::both_sides, numbers}}).front();
}

}  // namespace partita
