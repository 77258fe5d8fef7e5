#include <cstring>
#include <map>
#include <numeric>
#include <utility>

#include <partita/inspector/remap.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>

namespace partita {

namespace {

void check_destinations(const Communicator& comm, std::span<const std::size_t> offsets,
                        std::span<const int> owners) {
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != owners.size())
    throw Error(text("the offsets of the owners of rank ", comm.rank(), "'s items do not run from 0 to the ",
                     owners.size(), " owners; give one offset more than there are items"));
  for (std::size_t item = 0; item + 1 < offsets.size(); ++item)
    if (offsets[item] >= offsets[item + 1])
      throw Error(text("item ", item, " of rank ", comm.rank(), " goes nowhere: its owners begin at ",
                       offsets[item], " and end at ", offsets[item + 1], "; give it one owner or more"));
  for (std::size_t item = 0, k = 0; k < owners.size(); ++k) {
    while (offsets[item + 1] <= k) ++item;
    if (owners[k] < 0 || owners[k] >= comm.size())
      throw Error(text("item ", item, " of rank ", comm.rank(), " is to go to rank ", owners[k],
                       ", but the ranks are 0 to ", comm.size() - 1));
  }
}

std::vector<std::size_t> one_owner_each(std::size_t items) {
  std::vector<std::size_t> offsets(items + 1);
  std::iota(offsets.begin(), offsets.end(), std::size_t{0});
  return offsets;
}

}  // namespace

Remap::Remap(Communicator comm, std::span<const int> owners)
    : Remap(std::move(comm), one_owner_each(owners.size()), owners) {}

Remap::Remap(Communicator comm, std::span<const std::size_t> offsets, std::span<const int> owners)
    : comm_(std::move(comm)) {
  collectively(comm_, [&] { check_destinations(comm_, offsets, owners); });
  items_here_ = offsets.size() - 1;

  std::map<int, std::vector<std::size_t>> items_of;  // as many as this rank has neighbours: few
  for (std::size_t item = 0; item < items_here_; ++item)
    for (const int owner : owners.subspan(offsets[item], offsets[item + 1] - offsets[item])) {
      std::vector<std::size_t>& items = items_of[owner];
      if (items.empty() || items.back() != item) items.push_back(item);
    }

  std::vector<Parcel<std::size_t>> announcements;
  for (auto& [owner, items] : items_of) {
    announcements.push_back({owner, {items.size()}});
    leaving_.push_back({owner, std::move(items)});
  }
  for (const Parcel<std::size_t>& announcement : sparse_exchange(comm_, announcements)) {
    arriving_.push_back({announcement.rank, announcement.content.front()});
    items_arriving_ += announcement.content.front();
  }
}

void Remap::check(std::span<const Source> fields, std::size_t items) const {
  collectively(comm_, [&] {
    for (std::size_t f = 0; f < fields.size(); ++f)
      if (fields[f].size != items)
        throw Error(text("rank ", comm_.rank(), " has ", items, " items to move and brings ", fields[f].size,
                         " values in field ", f, "; give one per item"));
  });
  std::vector<std::size_t> sizes;
  for (const Source& field : fields) sizes.push_back(field.bytes_per_value);
  require_same(comm_, Hash().add(std::span<const std::size_t>(sizes)).value(),
               "the fields to move (how many, and the size of a value of each)");
}

// A message holds the first field's values of all its items, then the second's, and so on.
void Remap::move_forward(std::span<const Source> fields, std::span<std::byte* const> arrived) const {
  check(fields, items_here_);
  std::size_t bytes_per_item = 0;
  for (const Source& field : fields) bytes_per_item += field.bytes_per_value;

  std::vector<Parcel<std::byte>> parcels;
  for (const auto& [rank, items] : leaving_) {
    parcels.push_back({rank, std::vector<std::byte>(items.size() * bytes_per_item)});
    std::byte* packed = parcels.back().content.data();
    for (const auto& [values, size, bytes] : fields)
      for (const std::size_t item : items) {
        std::memcpy(packed, values + item * bytes, bytes);
        packed += bytes;
      }
  }

  const std::vector<Parcel<std::byte>> incoming = sparse_exchange_bytes(comm_, std::move(parcels));
  std::size_t first = 0;
  for (std::size_t group = 0; group < incoming.size(); ++group) {  // both ascend by rank
    const std::byte* packed = incoming[group].content.data();
    const std::size_t items = arriving_[group].items;
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const std::size_t bytes = fields[f].bytes_per_value;
      std::memcpy(arrived[f] + first * bytes, packed, items * bytes);
      packed += items * bytes;
    }
    first += items;
  }
}

// The same messages the other way round.
void Remap::move_backward(std::span<const Source> fields, std::span<std::byte* const> returned) const {
  check(fields, items_arriving_);

  std::vector<Parcel<std::byte>> parcels;
  std::size_t first = 0;
  for (const auto& [rank, items] : arriving_) {
    parcels.push_back({rank, {}});
    for (const auto& [values, size, bytes] : fields)
      parcels.back().content.insert(parcels.back().content.end(), values + first * bytes,
                                    values + (first + items) * bytes);
    first += items;
  }

  const std::vector<Parcel<std::byte>> incoming = sparse_exchange_bytes(comm_, std::move(parcels));
  for (std::size_t group = incoming.size(); group-- > 0;) {  // the lowest rank's values come last and stay
    const std::byte* packed = incoming[group].content.data();
    for (std::size_t f = 0; f < fields.size(); ++f)
      for (const std::size_t item : leaving_[group].content) {
        const std::size_t bytes = fields[f].bytes_per_value;
        std::memcpy(returned[f] + item * bytes, packed, bytes);
        packed += bytes;
      }
  }
}

}  // namespace partita
