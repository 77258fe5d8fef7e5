#include <algorithm>
#include <utility>

#include <partita/executor/exchange.hpp>
#include <partita/support/error.hpp>

namespace partita {

namespace {

// Where each neighbour's units begin in a memory.
struct Run {
  int rank;
  std::size_t first;
};

std::vector<Run> packed_runs(const AccessPattern& pattern) {
  std::vector<Run> runs;
  std::size_t first = 0;
  for (const NeededBy& neighbour : pattern.needed_by()) {
    runs.push_back({neighbour.rank, first});
    first += neighbour.owned.size();
  }
  return runs;
}

std::vector<Run> ghost_runs(const AccessPattern& pattern) {
  std::vector<Run> runs;
  for (const GhostRun& run : pattern.ghost_runs())
    runs.push_back({run.rank, static_cast<std::size_t>(run.first - pattern.owned())});
  return runs;
}

// A direct message is one piece: a run within what its sender has for its receiver.
std::vector<Slot> slots(const std::vector<Transfer>& transfers, const std::vector<Run>& runs) {
  std::vector<Slot> slots;
  for (const auto& [phase, partner, pieces] : transfers) {
    const auto run = std::lower_bound(runs.begin(), runs.end(), partner,
                                      [](const Run& candidate, int rank) { return candidate.rank < rank; });
    if (run == runs.end() || run->rank != partner || pieces.size() != 1)
      throw Error(text("the plan has a message with rank ", partner,
                       " that the access pattern does not have; make the plan from this pattern"));
    const Piece& piece = pieces.front();
    slots.push_back({phase, partner, run->first + static_cast<std::size_t>(piece.offset),
                     static_cast<std::size_t>(piece.length)});
  }
  return slots;
}

}  // namespace

Exchange::Exchange(const AccessPattern& pattern, Plan plan)
    : pattern_(pattern),
      plan_(std::move(plan)),
      gather_(pattern.communicator(), plan_.protocol, slots(plan_.gather.sends, packed_runs(pattern)),
              slots(plan_.gather.receives, ghost_runs(pattern))),
      scatter_(pattern.communicator(), plan_.protocol, slots(plan_.scatter.sends, ghost_runs(pattern)),
               slots(plan_.scatter.receives, packed_runs(pattern))) {
  for (const NeededBy& neighbour : pattern.needed_by()) packed_ += neighbour.owned.size();
}

std::size_t Exchange::components(std::size_t elements) const {
  const auto size = static_cast<std::size_t>(pattern_.local_size());
  if (size == 0 ? elements != 0 : elements % size != 0)
    throw Error(text("an exchange was given ", elements, " elements; it needs a multiple of its ", size,
                     " local values (", pattern_.owned(), " owned and ", pattern_.ghosts(), " ghosts)"));
  return size == 0 ? 0 : elements / size;
}

}  // namespace partita
