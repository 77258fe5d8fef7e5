#include <algorithm>
#include <utility>

#include <partita/inspector/pages.hpp>
#include <partita/inspector/radix_order.hpp>
#include <partita/support/collective.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::detail {

std::vector<Location> Pages::locate(const Communicator& comm, const OwnedIndices& owned,
                                    std::span<const global_index> indices) {
  constexpr int unknown = -1;  // a rank; then the index is the number of the question
  std::vector<Location> locations;
  locations.reserve(indices.size());
  OwnedIndices::LookUp local(owned);
  for (const global_index index : indices) {
    if (const local_index own = local(index); own != OwnedIndices::absent)
      locations.push_back({comm.rank(), own});
    else
      locations.push_back({unknown, asked_.insert(index)});
  }
  ask(comm);
  for (Location& location : locations)
    if (location.rank == unknown) location = answers_[location.index];
  return locations;
}

// Asks for all that has no answer yet.
void Pages::ask(const Communicator& comm) {
  const std::size_t answered = answers_.size();
  const std::span<const global_index> wanted = asked_.indices().subspan(answered);
  if (max(comm, static_cast<std::int64_t>(wanted.size())) == 0) return;

  // Ascending, so that those of one home stand together, and it turns its page in one direction.
  const std::vector<local_index> order = radix_order(wanted);
  std::vector<Parcel<local_index>> questions;
  for (const local_index k : order) {
    const auto [home, place] = homes_.locate(wanted[k]);
    if (questions.empty() || questions.back().rank != home) questions.push_back({home, {}});
    questions.back().content.push_back(place);
  }

  std::vector<Parcel<Location>> replies;
  for (const auto& [asker, places] : sparse_exchange(comm, std::move(questions))) {
    std::vector<Location>& reply = replies.emplace_back(Parcel<Location>{asker, {}}).content;
    reply.reserve(places.size());
    std::transform(places.begin(), places.end(), std::back_inserter(reply), page_);
  }

  // They come as the questions went: by home, and in the same order from each.
  answers_.resize(asked_.size());
  auto k = order.begin();
  for (const auto& [home, locations] : sparse_exchange(comm, std::move(replies)))
    for (const Location& location : locations) answers_[answered + static_cast<std::size_t>(*k++)] = location;
}

std::vector<Location> Pages::all(const Communicator& comm) const {
  std::vector<Location> locations(homes_.size);
  require_match(comm, {"broadcast", "all pages"});
  for (int home = 0; home < comm.size(); ++home) {
    const local_index length = homes_.length(home);
    Location* const page = locations.data() + homes_.first(home);
    if (home == comm.rank())
      for (local_index place = 0; place < length; ++place) page[place] = page_(place);
    broadcast_bytes(comm, std::as_writable_bytes(std::span(page, static_cast<std::size_t>(length))), home,
                    {"broadcast of a page"});
  }
  return locations;
}

}  // namespace partita::detail
