#include <algorithm>
#include <utility>

#include <partita/executor/exchange.hpp>
#include <partita/support/collectively.hpp>

namespace partita {

namespace {

// Where a neighbour's units lie in a memory.
struct Run {
  int rank;
  std::size_t first;
  std::size_t length;
};

std::vector<Run> packed_runs(const AccessPattern& pattern) {
  std::vector<Run> runs;
  std::size_t first = 0;
  for (const NeededBy& neighbour : pattern.needed_by()) {
    runs.push_back({neighbour.rank, first, neighbour.owned.size()});
    first += neighbour.owned.size();
  }
  return runs;
}

std::vector<Run> ghost_runs(const AccessPattern& pattern) {
  std::vector<Run> runs;
  for (const GhostRun& run : pattern.ghost_runs())
    runs.push_back({run.rank, static_cast<std::size_t>(run.first - pattern.first_ghost()),
                    static_cast<std::size_t>(run.length)});
  return runs;
}

// A direct message is one piece: a run within what its sender has for its receiver. Throws Error unless the
// pieces together are as long as the runs, and each lies within its own.
std::vector<Slot> slots(const std::vector<Transfer>& transfers, const std::vector<Run>& runs) {
  const Error foreign(
      "the plan's messages are not those of its access pattern; make the plan with make_plan");
  std::vector<Slot> slots;
  std::size_t planned = 0, expected = 0;
  for (const Run& run : runs) expected += run.length;
  for (const auto& [phase, partner, pieces] : transfers) {
    const auto run = std::lower_bound(runs.begin(), runs.end(), partner,
                                      [](const Run& candidate, int rank) { return candidate.rank < rank; });
    if (run == runs.end() || run->rank != partner || pieces.size() != 1) throw foreign;
    const auto offset = static_cast<std::size_t>(pieces.front().offset);
    const auto length = static_cast<std::size_t>(pieces.front().length);
    if (offset > run->length || length > run->length - offset) throw foreign;
    slots.push_back({phase, partner, run->first + offset, length});
    planned += length;
  }
  if (planned != expected) throw foreign;
  return slots;
}

// An index array that has changed gives another pattern, often one of the same lengths.
Plan checked(const AccessPattern& pattern, Plan plan) {
  collectively(pattern.communicator(), [&] {
    if (plan.pattern != pattern.fingerprint())
      throw Error(text("the plan is for another access pattern than rank ", pattern.communicator().rank(),
                       "'s; make a new plan whenever the pattern changes"));
  });
  return plan;
}

// What is sent from and received into is packed at the owner's end and in place at the ghosts' end.
Replay replay(const AccessPattern& pattern, const PhaseTable& table, Protocol protocol,
              const std::vector<Run>& from, const std::vector<Run>& into) {
  const Communicator& comm = pattern.communicator();
  auto [sends, receives] =
      collectively(comm, [&] { return std::pair(slots(table.sends, from), slots(table.receives, into)); });
  return Replay(comm, protocol, std::move(sends), std::move(receives));
}

}  // namespace

Exchange::Exchange(const AccessPattern& pattern, Plan plan)
    : pattern_(pattern),
      plan_(checked(pattern, std::move(plan))),
      gather_(replay(pattern, plan_.gather, plan_.protocol, packed_runs(pattern), ghost_runs(pattern))),
      scatter_(replay(pattern, plan_.scatter, plan_.protocol, ghost_runs(pattern), packed_runs(pattern))) {
  for (const NeededBy& neighbour : pattern.needed_by()) packed_ += neighbour.owned.size();
}

std::size_t Exchange::components(std::size_t elements) const {
  const auto size = static_cast<std::size_t>(pattern_.local_size());
  const bool fits = size == 0 ? elements == 0 : elements > 0 && elements % size == 0;
  if (!fits)
    throw Error(text("an exchange was given ", elements, " elements; it needs a multiple of its ", size,
                     " local values (", pattern_.owned(), " owned and ", pattern_.ghosts(), " ghosts from ",
                     pattern_.first_ghost(), ")"));
  return size == 0 ? 0 : elements / size;
}

}  // namespace partita
