#include <algorithm>
#include <iterator>

#include "variant.hpp"

namespace partita::bench {

std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds{pack_floor()};
  std::ranges::move(partita_kinds(), std::back_inserter(kinds));
  for (Kind (*peer)() : {isend, persistent, neighbor_alltoallv}) kinds.push_back(peer());
  std::ranges::move(petsc_sf(), std::back_inserter(kinds));
  std::ranges::move(tpetra_import(), std::back_inserter(kinds));
  return kinds;
}

}  // namespace partita::bench
