#include <algorithm>
#include <utility>

#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/needed_by.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

using namespace detail;

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
  hash.add(owned, first_ghost, ghosts, needed_by.size());
  for (const NeededBy& neighbour : needed_by) hash.add(neighbour.rank, neighbour.owned);
  return hash.value();
}

void check_ghosts(const Communicator& comm, local_index owned, local_index first_ghost,
                  std::span<const Location> ghosts) {
  if (first_ghost < owned)
    throw Error("the ghosts of rank ", comm.rank(), " begin at ", first_ghost, ", among its ", owned,
                " owned values; they come behind them");
  (void)checked_local(first_ghost + std::ssize(ghosts));
  for (std::size_t k = 0; k < ghosts.size(); ++k) {
    const auto [rank, index] = ghosts[k];
    if (rank < 0 || rank >= comm.size() || rank == comm.rank() || index < 0 ||
        (k > 0 && ghosts[k] <= ghosts[k - 1]))
      throw Error("ghost ", k, " of rank ", comm.rank(), " is value ", index, " of rank ", rank,
                  "; ghosts live on other ranks and ascend by owner and index");
  }
}

void check_needed_by(const Communicator& comm, local_index owned, std::span<const NeededBy> needed_by) {
  for (const auto& [rank, needed] : needed_by)
    for (const local_index index : needed)
      if (index < 0 || index >= owned)
        throw Error("rank ", rank, " has a ghost of value ", index, " of rank ", comm.rank(), ", which owns ",
                    owned, " values; count them from 0");
}

}  // namespace

AccessPattern::AccessPattern(const Communicator& comm, local_index owned, local_index first_ghost,
                             std::vector<Location> ghosts, std::vector<NeededBy> needed_by) {
  check_ghosts(comm, owned, first_ghost, ghosts);
  check_needed_by(comm, owned, needed_by);
  const std::uint64_t fingerprint = fingerprint_of(owned, first_ghost, ghosts, needed_by);
  std::vector<GhostRun> runs = runs_of(ghosts, first_ghost);
  pattern_ = std::make_shared<const Pattern>(Pattern{comm, owned, first_ghost, std::move(ghosts),
                                                     std::move(needed_by), std::move(runs), fingerprint});
}

AccessPattern AccessPattern::numbered(std::vector<global_index> numbers) const {
  if (numbers.size() != static_cast<std::size_t>(owned()))
    throw Error("a pattern of ", owned(), " owned values was given ", numbers.size(), " global numbers");
  AccessPattern pattern = *this;
  pattern.numbers_ = std::make_shared<const std::vector<global_index>>(std::move(numbers));
  return pattern;
}

bool AccessPattern::operator==(const AccessPattern& other) const {
  return pattern_ == other.pattern_ ||
         (communicator().handle() == other.communicator().handle() && owned() == other.owned() &&
          first_ghost() == other.first_ghost() && pattern_->ghosts == other.pattern_->ghosts &&
          pattern_->needed_by == other.pattern_->needed_by);
}

Location AccessPattern::location(local_index local) const {
  if (local >= 0 && local < owned()) return {communicator().rank(), local};
  if (local >= first_ghost() && local < local_size()) return ghost_locations()[local - first_ghost()];
  throw Error("local index ", local, " of rank ", communicator().rank(),
              " is no value of the access pattern: the rank has ", owned(), " owned values and ", ghosts(),
              " ghosts from ", first_ghost());
}

std::optional<local_index> AccessPattern::find(const Location& location) const {
  if (location.rank == communicator().rank())
    return location.index < owned() ? std::optional(location.index) : std::nullopt;
  const std::span<const Location> ghosts = ghost_locations();
  const auto ghost = std::lower_bound(ghosts.begin(), ghosts.end(), location);
  if (ghost == ghosts.end() || *ghost != location) return std::nullopt;
  return first_ghost() + static_cast<local_index>(ghost - ghosts.begin());
}

local_index AccessPattern::local(const Location& location) const {
  const std::optional<local_index> local = find(location);
  if (!local)
    throw Error("rank ", communicator().rank(), " neither owns value ", location.index, " of rank ",
                location.rank, " nor has a ghost of it");
  return *local;
}

std::vector<local_index> detail::needed_values(std::span<const NeededBy> groups) {
  std::vector<local_index> values;
  for (const NeededBy& group : groups) values.insert(values.end(), group.owned.begin(), group.owned.end());
  return values;
}

AccessPattern make_pattern(const Communicator& comm, local_index owned, std::vector<Location> ghosts) {
  collectively(comm, [&] { check_ghosts(comm, owned, owned, ghosts); });
  return update_pattern(AccessPattern(comm, owned, owned, {}, {}), std::move(ghosts));
}

// An owner gets the values in which the old and the new ghosts differ. It adds those that the neighbour did
// not need before, and takes the others from its list.
AccessPattern detail::update_pattern(const AccessPattern& before, std::vector<Location> ghosts) {
  const Communicator& comm = before.communicator();
  const auto in_one_only = std::ranges::set_symmetric_difference;
  std::vector<Parcel<local_index>> outgoing;
  for (NeededBy& group : group_by_rank(combined(before.ghost_locations(), ghosts, in_one_only)))
    outgoing.push_back({group.rank, std::move(group.owned)});
  std::vector<NeededBy> differing;
  for (Parcel<local_index>& incoming : sparse_exchange(comm, std::move(outgoing)))
    differing.push_back({incoming.rank, std::move(incoming.content)});
  return collectively(comm, [&] {
    if (!before.needed_by().empty())
      differing = group_by_rank(combined(flat(before.needed_by()), flat(differing), in_one_only));
    return AccessPattern(comm, before.owned(), before.first_ghost(), std::move(ghosts), std::move(differing));
  });
}

}  // namespace partita
