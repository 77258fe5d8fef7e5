#include <cstring>
#include <map>
#include <memory>
#include <utility>

#include <partita/inspector/remap.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

using namespace detail;

Remap::Remap(Communicator comm, std::span<const int> owners)
    : comm_(std::move(comm)), items_here_(owners.size()) {
  collectively(comm_, [&] {
    for (std::size_t item = 0; item < owners.size(); ++item)
      if (owners[item] < 0 || owners[item] >= comm_.size())
        throw Error("item ", item, " of rank ", comm_.rank(), " is to go to rank ", owners[item],
                    ", but the ranks are 0 to ", comm_.size() - 1);
  });
  std::map<int, IndexList> items_for;  // as many as this rank has neighbours: few
  IndexList* of_owner = nullptr;       // items of the owner of the one before, often the same
  for (std::size_t item = 0; item < items_here_; ++item) {
    if (item == 0 || owners[item] != owners[item - 1]) of_owner = &items_for[owners[item]];
    of_owner->push_back(static_cast<global_index>(item));
  }

  std::vector<Parcel<std::size_t>> announcements;
  for (auto& [owner, items] : items_for) {
    announcements.push_back({owner, {items.size()}});
    items.shrink_to_fit();
    leaving_.push_back({owner, std::move(items)});
  }
  for (const Parcel<std::size_t>& announcement : sparse_exchange(comm_, std::move(announcements))) {
    arriving_.push_back({announcement.rank, announcement.content.front()});
    items_arriving_ += announcement.content.front();
  }
}

Remap::Remap(Communicator comm, std::size_t items, std::vector<Departure> leaving,
             std::vector<Arrival> arriving)
    : comm_(std::move(comm)),
      items_here_(items),
      leaving_(std::move(leaving)),
      arriving_(std::move(arriving)) {
  for (const Arrival& arrival : arriving_) items_arriving_ += arrival.items;
}

void Remap::check(std::span<const Source> fields, std::size_t items) const {
  collectively(comm_, [&] {
    for (std::size_t f = 0; f < fields.size(); ++f)
      if (fields[f].size != items)
        throw Error("rank ", comm_.rank(), " has ", items, " items to move and brings ", fields[f].size,
                    " values in field ", f, "; give one per item");
  });
  std::vector<std::size_t> sizes;
  for (const Source& field : fields) sizes.push_back(field.bytes_per_value);
  require_same(comm_, Hash().add(sizes).value(),
               "the fields to move (how many, and the size of a value of each)");
}

// A message holds the first field's values of all its items, then the second's, and so on. What stays here is
// copied at once, and a single field arrives where it belongs.
void Remap::move_forward(std::span<const Source> fields, std::span<std::byte* const> arrived) const {
  check(fields, items_here_);
  std::map<int, std::pair<std::size_t, std::size_t>> arriving;  // by rank: its first item, and how many
  std::size_t first = 0;
  for (const auto& [rank, items] : arriving_) {
    arriving[rank] = {first, items};
    first += items;
  }

  std::size_t bytes_of_item = 0;
  for (const Source& field : fields) bytes_of_item += field.bytes_per_value;
  std::vector<std::unique_ptr<std::byte[]>> leaving;
  std::vector<OutgoingBytes> messages;
  for (const auto& [rank, items] : leaving_) {
    const bool stays = rank == comm_.rank();
    const std::size_t bytes_to_send = stays ? 0 : items.size() * bytes_of_item;
    auto packed = std::make_unique_for_overwrite<std::byte[]>(bytes_to_send);
    std::byte* to = packed.get();
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const auto& [values, size, bytes] = fields[f];
      if (stays) to = arrived[f] + arriving[rank].first * bytes;
      items.visit_runs([&, values = values, bytes = bytes](global_index begin, std::size_t count) {
        to = std::copy_n(values + static_cast<std::size_t>(begin) * bytes, count * bytes, to);
      });
    }
    if (stays) continue;
    messages.push_back({rank, {packed.get(), bytes_to_send}});
    leaving.push_back(std::move(packed));
  }

  std::vector<Parcel<std::byte>> of_several_fields;
  exchange_messages(comm_, messages, [&](int origin, std::size_t bytes) {
    if (fields.size() == 1) return arrived[0] + arriving[origin].first * fields[0].bytes_per_value;
    return of_several_fields.emplace_back(Parcel<std::byte>{origin, std::vector<std::byte>(bytes)})
        .content.data();
  });
  for (const auto& [rank, content] : of_several_fields) {
    const auto [begin, items] = arriving[rank];
    const std::byte* packed = content.data();
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const std::size_t bytes = fields[f].bytes_per_value;
      std::memcpy(arrived[f] + begin * bytes, packed, items * bytes);
      packed += items * bytes;
    }
  }
}

// The same messages the other way round.
void Remap::move_backward(std::span<const Source> fields, std::span<std::byte* const> returned) const {
  check(fields, items_arriving_);
  std::vector<Parcel<std::byte>> parcels;
  std::size_t first = 0;
  for (const auto& [rank, items] : arriving_) {
    std::vector<std::byte>& content = parcels.emplace_back(Parcel<std::byte>{rank, {}}).content;
    for (const auto& [values, size, bytes] : fields)
      content.insert(content.end(), values + first * bytes, values + (first + items) * bytes);
    first += items;
  }

  const std::vector<Parcel<std::byte>> incoming = sparse_exchange(comm_, std::move(parcels));
  for (std::size_t k = leaving_.size(); k-- > 0;) {  // the lowest rank's values come last and stay
    const std::byte* packed = incoming[k].content.data();
    for (std::size_t f = 0; f < fields.size(); ++f)
      leaving_[k].items.visit_runs([&](global_index begin, std::size_t count) {
        const std::size_t bytes = fields[f].bytes_per_value;
        std::memcpy(returned[f] + static_cast<std::size_t>(begin) * bytes, packed, count * bytes);
        packed += count * bytes;
      });
  }
}

std::vector<std::byte> Remap::forward_bytes(std::span<const std::byte> values, std::size_t bytes) const {
  std::vector<std::byte> arrived(items_arriving_ * bytes);
  forward_bytes(values, bytes, arrived);
  return arrived;
}

void Remap::forward_bytes(std::span<const std::byte> values, std::size_t bytes,
                          std::span<std::byte> arrived) const {
  move_forward(std::array{Source{values.data(), values.size() / bytes, bytes}}, std::array{arrived.data()});
}

std::vector<std::byte> Remap::backward_bytes(std::span<const std::byte> values, std::size_t bytes) const {
  std::vector<std::byte> returned(items_here_ * bytes);
  move_backward(std::array{Source{values.data(), values.size() / bytes, bytes}}, std::array{returned.data()});
  return returned;
}

}  // namespace partita
