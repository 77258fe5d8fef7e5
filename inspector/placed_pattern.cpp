#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <partita/inspector/localize.hpp>
#include <partita/inspector/placed_pattern.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

namespace {

// Lists of places or entities from 0, ascending by rank.
using Lists = std::map<int, std::vector<local_index>>;

Lists checked(const Communicator& comm, const NeighbourLists& given, std::string_view which,
              local_index base) {
  const auto [ranks, offsets, places] = given;
  const auto rank_says = [&](const auto&... parts) {
    return Error("rank ", comm.rank(), ", lists of ", which, ": ", parts...);
  };
  if (ranks.empty()) return {};
  if (offsets.size() != ranks.size() + 1)
    throw rank_says(ranks.size(), " neighbours and ", offsets.size(), " offsets; give one offset more");
  if (offsets.front() != base)
    throw rank_says("the first offset is ", offsets.front(), "; numbers begin with ", base);
  Lists lists;
  for (std::size_t k = 0; k < ranks.size(); ++k) {
    const int rank = ranks[k];
    if (rank < 0 || rank >= comm.size())
      throw rank_says("neighbour ", k, " is rank ", rank, "; ranks are 0 to ", comm.size() - 1);
    const std::int64_t first = std::int64_t{offsets[k]} - base, last = std::int64_t{offsets[k + 1]} - base;
    if (last < first || static_cast<std::size_t>(last) > places.size())
      throw rank_says("the places of rank ", rank, " are ", first, " to ", last - 1, " of ", places.size(),
                      "; offsets ascend, and end with the places");
    const auto [entry, is_new] = lists.try_emplace(rank);
    if (!is_new) throw rank_says("rank ", rank, " is listed twice; list each neighbour once");
    for (std::int64_t e = first; e < last; ++e) {
      if (places[e] < base)
        throw rank_says("entry ", e - first, " of rank ", rank, " is place ", places[e],
                        "; places begin with ", base);
      entry->second.push_back(places[e] - base);
    }
  }
  return lists;
}

void require_received_once(const Communicator& comm, const Lists& receives, local_index base) {
  struct Entry {
    local_index place;
    int rank;
    std::size_t number;
    auto operator<=>(const Entry&) const = default;
  };
  std::vector<Entry> entries;
  for (const auto& [rank, places] : receives)
    for (std::size_t k = 0; k < places.size(); ++k) entries.push_back({places[k], rank, k});
  std::ranges::sort(entries);
  const auto twice = std::ranges::adjacent_find(entries, {}, &Entry::place);
  if (twice == entries.end()) return;
  const Entry &one = *twice, &other = *std::next(twice);
  throw Error("rank ", comm.rank(), " receives place ", one.place + base, " twice: as entry ", one.number,
              " from rank ", one.rank, " and as entry ", other.number, " from rank ", other.rank);
}

// By sender, the number of the first of its owned values that this rank receives. Throws CollectiveError
// unless both sides have lists of the same length.
std::map<int, local_index> first_values(const Communicator& comm, const Lists& receives, const Lists& sends) {
  struct Announcement {
    local_index length, first;
  };
  std::vector<Parcel<Announcement>> outgoing;
  local_index next = 0;
  for (const auto& [rank, places] : sends) {
    if (places.empty()) continue;
    const auto length = checked_local(std::ssize(places));
    outgoing.push_back({rank, {{length, next}}});
    next = checked_local(std::int64_t{next} + length);
  }
  const auto incoming = sparse_exchange(comm, std::move(outgoing));
  return collectively(comm, [&] {
    std::map<int, local_index> first;
    const auto disagree = [&](int sender, local_index sent, std::size_t received) {
      return Error("rank ", sender, " sends ", sent, " places to rank ", comm.rank(), ", which lists ",
                   received, " to receive from it; give both sides lists of one length");
    };
    for (const auto& [rank, content] : incoming) {
      const auto list = receives.find(rank);
      const std::size_t received = list == receives.end() ? 0 : list->second.size();
      if (static_cast<std::size_t>(content.front().length) != received)
        throw disagree(rank, content.front().length, received);
      first[rank] = content.front().first;
    }
    for (const auto& [rank, places] : receives)
      if (!places.empty() && !first.contains(rank)) throw disagree(rank, 0, places.size());
    return first;
  });
}

// The pattern over as many `values`, with copies of those at `homes`. Collective.
// @param owned  their places; empty: in local order
PlacedPattern with_copies(const Communicator& comm, local_index values, std::vector<local_index> owned,
                          std::vector<local_index> copies, const std::vector<Location>& homes) {
  Localized of = detail::localize(comm, values, homes);
  Places placed = collectively(
      comm, [&] { return Places(of.pattern, std::move(owned), std::move(copies), std::move(of.indices)); });
  return {std::move(of.pattern), std::move(placed)};
}

}  // namespace

PlacedPattern pattern_from_lists(const Communicator& comm, const NeighbourLists& receives,
                                 const NeighbourLists& sends, local_index base) {
  const auto [from, to] = collectively(comm, [&] {
    std::pair lists(checked(comm, receives, "receives", base), checked(comm, sends, "sends", base));
    require_received_once(comm, lists.first, base);
    return lists;
  });
  const std::map<int, local_index> first = first_values(comm, from, to);

  std::vector<local_index> owned, copies;
  std::vector<Location> homes;  // of each copy
  for (const auto& [rank, places] : to) owned.insert(owned.end(), places.begin(), places.end());
  for (const auto& [rank, places] : from)
    for (std::size_t k = 0; k < places.size(); ++k) {
      copies.push_back(places[k]);
      homes.push_back({rank, first.at(rank) + static_cast<local_index>(k)});
    }
  const auto values = static_cast<local_index>(owned.size());
  return with_copies(comm, values, std::move(owned), std::move(copies), homes);
}

PlacedPattern pattern_from_owners(const Communicator& comm, std::span<const int> owners,
                                  std::span<const local_index> places, local_index base) {
  const auto entities = static_cast<local_index>(owners.size());
  const auto require_home = [&](local_index e, int rank) {
    if (e >= entities || owners[e] != comm.rank() || places[e] != e + base)
      throw Error("rank ", rank, " has a copy of entity ", e + base, " of rank ", comm.rank(),
                  ", which does not own it there");
  };
  std::vector<local_index> copies;
  std::vector<Location> homes;  // of each
  collectively(comm, [&] {
    if (owners.size() != places.size())
      throw Error("rank ", comm.rank(), " gives ", owners.size(), " owners and ", places.size(),
                  " places; give both for each entity");
    for (local_index e = 0; e < checked_local(std::ssize(owners)); ++e) {
      if (owners[e] < 0 || owners[e] >= comm.size() || places[e] < base)
        throw Error("rank ", comm.rank(), ", entity ", e + base, ": its owner is rank ", owners[e],
                    ", its place there ", places[e], "; ranks are 0 to ", comm.size() - 1,
                    ", places begin with ", base);
      const Location home{owners[e], places[e] - base};
      if (home == Location{comm.rank(), e}) continue;
      if (home.rank == comm.rank()) require_home(home.index, comm.rank());
      copies.push_back(e);
      homes.push_back(home);
    }
  });
  PlacedPattern placed = with_copies(comm, entities, {}, std::move(copies), homes);
  collectively(comm, [&] {
    for (const auto& [rank, needed] : placed.pattern.needed_by())
      for (const local_index e : needed) require_home(e, rank);
  });
  return placed;
}

PlacedPattern pattern_from_ids(const Communicator& comm, const GlobalIndices& given,
                               std::optional<std::span<const int>> owners) {
  const std::span<const global_index> ids = given;
  constexpr int unknown = -1;
  struct Claim {
    global_index id;
    local_index entity;
    int owner;
  };
  collectively(comm, [&] {
    (void)checked_local(std::ssize(ids));
    if (owners && owners->size() != ids.size())
      throw Error("rank ", comm.rank(), " gives ", ids.size(), " numbers and ", owners->size(),
                  " owners; give both for each entity");
    for (std::size_t e = 0; owners && e < ids.size(); ++e)
      if ((*owners)[e] < 0 || (*owners)[e] >= comm.size())
        throw Error("rank ", comm.rank(), ": the owner of number ", ids[e], " is rank ", (*owners)[e],
                    "; ranks are 0 to ", comm.size() - 1);
  });

  Lists meeting;  // entities, by the rank where the holders of their number meet
  for (std::size_t e = 0; e < ids.size(); ++e) {
    const int rank = meeting_rank(mixed(static_cast<std::uint64_t>(ids[e])), comm.size());
    meeting[rank].push_back(static_cast<local_index>(e));
  }
  std::vector<Parcel<Claim>> claims;
  for (const auto& [rank, entities] : meeting) {
    std::vector<Claim>& content = claims.emplace_back(Parcel<Claim>{rank, {}}).content;
    content.reserve(entities.size());
    for (const local_index e : entities) content.push_back({ids[e], e, owners ? (*owners)[e] : unknown});
  }
  claims = sparse_exchange(comm, std::move(claims));
  std::vector<Parcel<Location>> answers = collectively(comm, [&] {
    struct Home {
      Location location;
      int owner, holder;  // as a holder says
    };
    std::map<global_index, Home> homes;
    for (const auto& [rank, content] : claims)
      for (const auto& [id, entity, owner] : content) {
        Home& home = homes.try_emplace(id, Home{{unknown, 0}, owner, rank}).first->second;
        if (owner != home.owner)
          throw Error("the owner of number ", id, " is rank ", home.owner, " as rank ", home.holder,
                      " says, and rank ", owner, " as rank ", rank, " says");
        const bool may_own = owner == unknown || owner == rank;
        if (may_own && home.location.rank == unknown) home.location = {rank, entity};
      }
    for (const auto& [id, home] : homes)
      if (home.location.rank == unknown)
        throw Error("rank ", home.holder, " says that rank ", home.owner, " owns number ", id,
                    ", but that rank does not have it");
    std::vector<Parcel<Location>> all;
    for (const auto& [rank, content] : claims) {
      Parcel<Location>& to_rank = all.emplace_back(Parcel<Location>{rank, {}});
      for (const Claim& claim : content) to_rank.content.push_back(homes.at(claim.id).location);
    }
    return all;
  });
  std::vector<int> owner(ids.size());
  std::vector<local_index> place(ids.size());
  for (const auto& [rank, content] : sparse_exchange(comm, std::move(answers)))
    for (auto entity = meeting[rank].begin(); const Location& home : content) {
      owner[*entity] = home.rank;
      place[*entity++] = home.index;
    }
  return pattern_from_owners(comm, owner, place);
}

PlacedPattern pattern_from_root(const Communicator& comm, int root, const GlobalIndices& given) {
  const std::span<const global_index> places = given;
  std::vector<local_index> entity;
  std::vector<Location> homes;  // of each
  collectively(comm, [&] {
    if (root < 0 || root >= comm.size())
      throw Error("the root is rank ", root, "; ranks are 0 to ", comm.size() - 1);
    for (local_index e = 0; e < checked_local(std::ssize(places)); ++e)
      if (places[e] >= 0) {
        entity.push_back(e);
        homes.push_back({root, checked_local(places[e])});
      }
  });
  local_index mine = 0;
  for (const Location& home : homes) mine = std::max(mine, home.index + 1);
  const local_index length = max(comm, mine);

  return with_copies(comm, comm.rank() == root ? length : 0, {}, std::move(entity), homes);
}

}  // namespace partita
