#include <algorithm>
#include <numeric>
#include <utility>

#include <partita/inspector/algebra.hpp>
#include <partita/inspector/needed_by.hpp>

namespace partita {

using namespace detail;

namespace {

// As far as one rank can tell.
void require_same_values(const AccessPattern& one, const AccessPattern& other) {
  if (one.communicator().handle() != other.communicator().handle())
    throw Error("two access patterns of different communicators do not go together; make both on one");
  if (one.owned() != other.owned())
    throw Error("two access patterns over different values do not go together: rank ",
                one.communicator().rank(), " owns ", one.owned(), " values in one and ", other.owned(),
                " in the other; make both from one translation table");
}

local_index place_of(const Location& ghost, std::span<const AccessPattern> layout, int rank) {
  for (const AccessPattern& pattern : layout)
    if (const auto place = pattern.find(ghost)) return *place;
  throw Error("no pattern of the layout brings value ", ghost.index, " of rank ", ghost.rank, " to rank ",
              rank, ", which has it as a ghost; renumber only into patterns that cover all");
}

}  // namespace

AccessPattern merge(const AccessPattern& one, const AccessPattern& other) {
  require_same_values(one, other);
  const auto united = std::ranges::set_union;
  return {one.communicator(), one.owned(), one.owned(),
          combined(one.ghost_locations(), other.ghost_locations(), united),
          group_by_rank(combined(flat(one.needed_by()), flat(other.needed_by()), united))};
}

AccessPattern subtract(const AccessPattern& wanted, std::span<const AccessPattern> brought) {
  local_index first_ghost = wanted.owned();
  std::vector<Location> ghosts(wanted.ghost_locations().begin(), wanted.ghost_locations().end());
  std::vector<Location> needed = flat(wanted.needed_by());
  for (const AccessPattern& pattern : brought) {
    require_same_values(wanted, pattern);
    if (pattern.first_ghost() < first_ghost)
      throw Error("on rank ", wanted.communicator().rank(), ", what was brought overlaps: ghosts from ",
                  pattern.first_ghost(), " lie among ", first_ghost,
                  " values that are there already; subtract each pattern from those before it");
    first_ghost = pattern.local_size();
    ghosts = combined(ghosts, pattern.ghost_locations(), std::ranges::set_difference);
    needed = combined(needed, flat(pattern.needed_by()), std::ranges::set_difference);
  }
  return {wanted.communicator(), wanted.owned(), first_ghost, std::move(ghosts), group_by_rank(needed)};
}

AccessPattern subtract(const AccessPattern& wanted, const AccessPattern& brought) {
  return subtract(wanted, std::span(&brought, 1));
}

std::vector<local_index> renumbering(const AccessPattern& part, std::span<const AccessPattern> layout) {
  for (const AccessPattern& pattern : layout) require_same_values(part, pattern);
  std::vector<local_index> places(part.local_size(), no_value);
  std::iota(places.begin(), places.begin() + part.owned(), local_index{0});
  std::transform(part.ghost_locations().begin(), part.ghost_locations().end(),
                 places.begin() + part.first_ghost(),
                 [&](const Location& ghost) { return place_of(ghost, layout, part.communicator().rank()); });
  return places;
}

}  // namespace partita
