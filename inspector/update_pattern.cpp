#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <partita/inspector/update_pattern.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::detail {

namespace {

std::vector<Location> difference(std::span<const Location> from, std::span<const Location> without) {
  std::vector<Location> rest;
  std::set_difference(from.begin(), from.end(), without.begin(), without.end(), std::back_inserter(rest));
  return rest;
}

// A message holds: how many of the receiver's values are needed no more, which, and which are needed now.
std::vector<Parcel<local_index>> messages(std::span<const Location> gone, std::span<const Location> come) {
  struct Message {
    std::vector<local_index> gone, come;
  };
  std::map<int, Message> to;  // as many as this rank has neighbours: few
  for (const auto [owner, index] : gone) to[owner].gone.push_back(index);
  for (const auto [owner, index] : come) to[owner].come.push_back(index);

  std::vector<Parcel<local_index>> parcels;
  for (const auto& [owner, message] : to) {
    std::vector<local_index>& content = parcels.emplace_back(Parcel<local_index>{owner, {}}).content;
    content.push_back(static_cast<local_index>(message.gone.size()));
    content.insert(content.end(), message.gone.begin(), message.gone.end());
    content.insert(content.end(), message.come.begin(), message.come.end());
  }
  return parcels;
}

std::vector<local_index> edited(const std::vector<local_index>& needed,
                                std::span<const local_index> message) {
  const auto gone = message.subspan(1, static_cast<std::size_t>(message[0]));
  const auto come = message.subspan(1 + gone.size());
  std::vector<local_index> kept, result;
  std::set_difference(needed.begin(), needed.end(), gone.begin(), gone.end(), std::back_inserter(kept));
  std::merge(kept.begin(), kept.end(), come.begin(), come.end(), std::back_inserter(result));
  return result;
}

}  // namespace

AccessPattern update_pattern(const AccessPattern& before, std::vector<Location> ghosts) {
  const Communicator& comm = before.communicator();
  collectively(comm, [&] { (void)checked_local(before.owned() + static_cast<std::int64_t>(ghosts.size())); });
  const auto incoming = sparse_exchange(comm, messages(difference(before.ghost_locations(), ghosts),
                                                       difference(ghosts, before.ghost_locations())));

  std::map<int, std::vector<local_index>> needed;  // by neighbour
  for (const NeededBy& neighbour : before.needed_by()) needed[neighbour.rank] = neighbour.owned;
  for (const auto& [rank, message] : incoming) needed[rank] = edited(needed[rank], message);

  std::vector<NeededBy> needed_by;
  for (auto& [rank, owned] : needed)
    if (!owned.empty()) needed_by.push_back({rank, std::move(owned)});
  return AccessPattern(comm, before.owned(), before.owned(), std::move(ghosts), std::move(needed_by));
}

}  // namespace partita::detail
