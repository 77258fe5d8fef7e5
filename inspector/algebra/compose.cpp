#include <algorithm>
#include <utility>

#include <partita/inspector/algebra.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

namespace {

// The location of the x of each owned y. Throws Error if the arguments do not fit together.
std::vector<Location> homes_of_owned(const AccessPattern& first, std::span<const local_index> indices,
                                     const AccessPattern& second) {
  if (first.communicator().handle() != second.communicator().handle())
    throw Error("two access patterns of different communicators cannot be composed; make both on one");
  if (indices.size() != static_cast<std::size_t>(second.owned()))
    throw Error("rank ", first.communicator().rank(), " composes ", indices.size(),
                " values of the first access pattern with a second one over ", second.owned(),
                "; the second must be over as many values as the first is to give");
  std::vector<Location> homes;
  homes.reserve(indices.size());
  for (const local_index index : indices) homes.push_back(first.location(index));
  return homes;
}

// The location of the x of each ghost of y, sent by the owners of y.
std::vector<Location> homes_of_ghosts(const AccessPattern& second, const std::vector<Location>& homes) {
  std::vector<Parcel<Location>> answers;
  for (const NeededBy& neighbour : second.needed_by()) {
    Parcel<Location>& answer = answers.emplace_back(Parcel<Location>{neighbour.rank, {}});
    for (const local_index owned : neighbour.owned) answer.content.push_back(homes[owned]);
  }
  std::vector<Location> arrived;
  for (const Parcel<Location>& answer : sparse_exchange(second.communicator(), answers))
    arrived.insert(arrived.end(), answer.content.begin(), answer.content.end());
  return arrived;  // in the order of the ghosts: both ascend by owner
}

}  // namespace

Localized compose(const AccessPattern& first, std::span<const local_index> indices,
                  const AccessPattern& second) {
  const Communicator& comm = first.communicator();
  const std::vector<Location> of_owned =
      collectively(comm, [&] { return homes_of_owned(first, indices, second); });
  const std::vector<Location> of_ghosts = homes_of_ghosts(second, of_owned);

  std::vector<Location> ghosts;
  for (const std::vector<Location>* homes : {&of_owned, &of_ghosts})
    for (const Location& home : *homes)
      if (home.rank != comm.rank()) ghosts.push_back(home);
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  AccessPattern pattern = make_pattern(comm, first.owned(), std::move(ghosts));

  std::vector<local_index> local(second.local_size(), no_value);
  const auto local_of = [&](const Location& home) { return pattern.local(home); };
  std::transform(of_owned.begin(), of_owned.end(), local.begin(), local_of);
  std::transform(of_ghosts.begin(), of_ghosts.end(), local.begin() + second.first_ghost(), local_of);
  return {std::move(local), std::move(pattern)};
}

}  // namespace partita
