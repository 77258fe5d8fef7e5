#include <algorithm>
#include <numeric>

#include <partita/inspector/remap.hpp>
#include <partita/support/collectively.hpp>

namespace partita {

Remap::Remap(Communicator comm, std::span<const int> owners)
    : comm_(std::move(comm)), items_here_(owners.size()) {
  collectively(comm_, [&] {
    for (std::size_t item = 0; item < owners.size(); ++item)
      if (owners[item] < 0 || owners[item] >= comm_.size())
        throw Error(text("item ", item, " of rank ", comm_.rank(), " is to go to rank ", owners[item],
                         ", but the ranks are 0 to ", comm_.size() - 1));
  });

  // Group the items by owner; within a group they keep their order.
  std::vector<std::size_t> items(owners.size());
  std::iota(items.begin(), items.end(), std::size_t{0});
  std::stable_sort(items.begin(), items.end(), [&](auto a, auto b) { return owners[a] < owners[b]; });
  for (const std::size_t item : items) {
    if (leaving_.empty() || leaving_.back().rank != owners[item]) leaving_.push_back({owners[item], {}});
    leaving_.back().content.push_back(item);
  }

  std::vector<Parcel<std::size_t>> announcements;
  for (const Parcel<std::size_t>& group : leaving_)
    announcements.push_back({group.rank, {group.content.size()}});
  for (const Parcel<std::size_t>& announcement : sparse_exchange(comm_, announcements)) {
    arriving_.push_back({announcement.rank, announcement.content.front()});
    items_arriving_ += announcement.content.front();
  }
}

void Remap::check_size(std::size_t given, std::size_t expected) const {
  collectively(comm_, [&] {
    if (given != expected)
      throw Error(text("rank ", comm_.rank(), " has ", expected, " items to move and brings ", given,
                       " values; give one per item"));
  });
}

}  // namespace partita
