#include <algorithm>
#include <array>
#include <utility>

#include <partita/inspector/access_pattern.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

namespace {

std::vector<GhostRun> runs_of(const std::vector<Location>& ghosts, local_index first_ghost) {
  std::vector<GhostRun> runs;
  local_index next = first_ghost;
  for (const Location& ghost : ghosts) {
    if (runs.empty() || runs.back().rank != ghost.rank) runs.push_back({ghost.rank, next, 0});
    ++runs.back().length;
    ++next;
  }
  return runs;
}

std::uint64_t fingerprint_of(local_index owned, local_index first_ghost, std::span<const Location> ghosts,
                             std::span<const NeededBy> needed_by) {
  Hash hash;
  hash.add(std::span<const local_index>(std::array{owned, first_ghost})).add(ghosts);
  for (const NeededBy& neighbour : needed_by)
    hash.add(std::span<const int>(&neighbour.rank, 1)).add(std::span<const local_index>(neighbour.owned));
  return hash.value();
}

}  // namespace

AccessPattern::AccessPattern(const Communicator& comm, local_index owned, local_index first_ghost,
                             std::vector<Location> ghosts, std::vector<NeededBy> needed_by) {
  (void)checked_local(first_ghost + static_cast<std::int64_t>(ghosts.size()));
  for (std::size_t k = 0; k < ghosts.size(); ++k)
    if (ghosts[k].rank == comm.rank() || (k > 0 && ghosts[k] <= ghosts[k - 1]))
      throw Error(text("ghost ", k, " of rank ", comm.rank(), " is value ", ghosts[k].index, " of rank ",
                       ghosts[k].rank, "; ghosts live on other ranks and ascend by owner and index"));
  const std::uint64_t fingerprint = fingerprint_of(owned, first_ghost, ghosts, needed_by);
  std::vector<GhostRun> runs = runs_of(ghosts, first_ghost);
  pattern_ = std::make_shared<const Pattern>(Pattern{comm, owned, first_ghost, std::move(ghosts),
                                                     std::move(needed_by), std::move(runs), fingerprint});
}

local_index AccessPattern::local(const Location& location) const {
  if (location.rank == communicator().rank()) return location.index;
  const std::span<const Location> ghosts = ghost_locations();
  const auto ghost = std::lower_bound(ghosts.begin(), ghosts.end(), location);
  if (ghost == ghosts.end() || *ghost != location)
    throw Error(text("rank ", communicator().rank(), " has no ghost of value ", location.index, " of rank ",
                     location.rank));
  return first_ghost() + static_cast<local_index>(ghost - ghosts.begin());
}

AccessPattern make_pattern(const Communicator& comm, local_index owned, std::vector<Location> ghosts) {
  collectively(comm, [&] { (void)checked_local(owned + static_cast<std::int64_t>(ghosts.size())); });
  std::vector<Parcel<local_index>> requests;
  for (const Location& ghost : ghosts) {
    if (requests.empty() || requests.back().rank != ghost.rank) requests.push_back({ghost.rank, {}});
    requests.back().content.push_back(ghost.index);
  }
  std::vector<NeededBy> needed_by;
  for (Parcel<local_index>& request : sparse_exchange(comm, requests))
    needed_by.push_back({request.rank, std::move(request.content)});
  return {comm, owned, owned, std::move(ghosts), std::move(needed_by)};
}

}  // namespace partita
