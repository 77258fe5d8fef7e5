#include <algorithm>
#include <utility>

#include <partita/inspector/algebra.hpp>
#include <partita/inspector/needed_by.hpp>

namespace partita {

using namespace detail;

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

}  // namespace partita
