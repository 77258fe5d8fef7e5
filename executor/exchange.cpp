#include <optional>
#include <utility>

#include <partita/executor/exchange.hpp>
#include <partita/executor/slots.hpp>
#include <partita/support/collectively.hpp>

namespace partita {

namespace {

std::vector<Place> packed_places(const AccessPattern& pattern) {
  std::vector<Place> places;
  std::size_t first = 0;
  for (const NeededBy& neighbour : pattern.needed_by()) {
    places.push_back({neighbour.rank, first, neighbour.owned.size()});
    first += neighbour.owned.size();
  }
  return places;
}

std::vector<Place> ghost_places(const AccessPattern& pattern) {
  std::vector<Place> places;
  for (const GhostRun& run : pattern.ghost_runs())
    places.push_back({run.rank, static_cast<std::size_t>(run.first - pattern.first_ghost()),
                      static_cast<std::size_t>(run.length)});
  return places;
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
Replay replay(const AccessPattern& pattern, const PhaseTable& table, const ReplayOptions& options,
              const std::vector<Place>& from, const std::vector<Place>& into) {
  const Communicator& comm = pattern.communicator();
  Slots found = collectively(comm, [&] {
    std::optional<Slots> slots_of_plan = slots(comm.rank(), table, from, into);
    if (!slots_of_plan)
      throw Error("the plan's messages are not those of its access pattern; make the plan with make_plan");
    return std::move(*slots_of_plan);
  });
  return Replay(comm, std::move(found), options);
}

}  // namespace

Exchange::Exchange(const AccessPattern& pattern, Plan plan)
    : pattern_(pattern),
      plan_(checked(pattern, std::move(plan))),
      gather_(replay(pattern, plan_.gather, {plan_.protocol, plan_.window}, packed_places(pattern),
                     ghost_places(pattern))),
      scatter_(replay(pattern, plan_.scatter, {plan_.protocol, plan_.window}, ghost_places(pattern),
                      packed_places(pattern))) {
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
