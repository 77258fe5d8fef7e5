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

// Appends the location of the x of each ghost of y, sent by the owners of y.
void append_homes_of_ghosts(const AccessPattern& second, std::vector<Location>& homes) {
  std::vector<Parcel<Location>> answers;
  for (const NeededBy& neighbour : second.needed_by()) {
    Parcel<Location>& answer = answers.emplace_back(Parcel<Location>{neighbour.rank, {}});
    for (const local_index owned : neighbour.owned) answer.content.push_back(homes[owned]);
  }
  // In the order of the ghosts: both ascend by owner.
  for (const Parcel<Location>& answer : sparse_exchange(second.communicator(), answers))
    homes.insert(homes.end(), answer.content.begin(), answer.content.end());
}

}  // namespace

Localized compose(const AccessPattern& first, std::span<const local_index> indices,
                  const AccessPattern& second) {
  const Communicator& comm = first.communicator();
  std::vector<Location> homes = collectively(comm, [&] { return homes_of_owned(first, indices, second); });
  append_homes_of_ghosts(second, homes);
  Localized composed = detail::localize(comm, first.owned(), homes);
  std::vector<local_index>& local = composed.indices;
  local.insert(local.begin() + second.owned(), second.first_ghost() - second.owned(), no_value);
  return composed;
}

}  // namespace partita
