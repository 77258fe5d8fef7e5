#include <algorithm>
#include <iterator>
#include <utility>

#include <partita/inspector/algebra/subtract.hpp>

namespace partita {

using namespace detail;

namespace {

std::vector<Location> difference(const std::vector<Location>& wanted, std::span<const Location> brought) {
  std::vector<Location> rest;
  std::set_difference(wanted.begin(), wanted.end(), brought.begin(), brought.end(), std::back_inserter(rest));
  return rest;
}

}  // namespace

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
    ghosts = difference(ghosts, pattern.ghost_locations());
    needed = difference(needed, flat(pattern.needed_by()));
  }
  return {wanted.communicator(), wanted.owned(), first_ghost, std::move(ghosts), group_by_rank(needed)};
}

AccessPattern subtract(const AccessPattern& wanted, const AccessPattern& brought) {
  return subtract(wanted, std::span(&brought, 1));
}

}  // namespace partita
