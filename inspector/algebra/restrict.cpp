#include <utility>
#include <vector>

#include <partita/inspector/algebra.hpp>
#include <partita/support/collectively.hpp>

namespace partita {

AccessPattern restrict_to(const AccessPattern& pattern, std::span<const local_index> used) {
  const Communicator& comm = pattern.communicator();
  std::vector<bool> kept(pattern.ghosts());
  collectively(comm, [&] {
    for (const local_index local : used)
      if (pattern.location(local).rank != comm.rank()) kept[local - pattern.first_ghost()] = true;
  });
  std::vector<Location> ghosts;
  for (std::size_t k = 0; k < kept.size(); ++k)
    if (kept[k]) ghosts.push_back(pattern.ghost_locations()[k]);
  return detail::update_pattern(pattern, std::move(ghosts));
}

}  // namespace partita
