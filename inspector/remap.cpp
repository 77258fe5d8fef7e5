#include <cstring>
#include <map>
#include <utility>

#include <partita/inspector/remap.hpp>
#include <partita/support/byte_block.hpp>
#include <partita/support/collective.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/sparse_exchange.hpp>
#include <partita/support/tags.hpp>

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

// Both ends know how much travels, so a field arrives where it belongs. What stays here is copied.
void Remap::begin(const Source& field, std::byte* arriving, Journey& journey) const {
  const auto& [values, size, bytes] = field;
  std::byte* to_keep = nullptr;
  for (const auto& [rank, items] : arriving_) {
    if (rank == comm_.rank()) {
      to_keep = arriving;
    } else {
      const ByteBlock block(items * bytes);
      MPI_Irecv(arriving, block.count(), block.type(), rank, tag_of_messages_in_order, comm_.handle(),
                &journey.requests_.emplace_back());
    }
    arriving += items * bytes;
  }
  for (const auto& [rank, items] : leaving_) {
    const bool stays = rank == comm_.rank();
    if (!stays) journey.packed_.push_back(std::make_unique_for_overwrite<std::byte[]>(items.size() * bytes));
    std::byte* to = stays ? to_keep : journey.packed_.back().get();
    items.visit_runs([&, values = values, bytes = bytes](global_index begin, std::size_t count) {
      to = std::copy_n(values + static_cast<std::size_t>(begin) * bytes, count * bytes, to);
    });
    if (stays) continue;
    const ByteBlock block(items.size() * bytes);
    MPI_Isend(journey.packed_.back().get(), block.count(), block.type(), rank, tag_of_messages_in_order,
              comm_.handle(), &journey.requests_.emplace_back());
  }
}

void Remap::Journey::finish() {
  CollectiveWait wait(comm_, {"remap"}, comm_.size());
  for (int have_arrived = 0; have_arrived == 0;) {
    wait.poll();
    MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &have_arrived, MPI_STATUSES_IGNORE);
  }
  packed_.clear();
  requests_.clear();
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
  check(std::array{Source{values.data(), values.size() / bytes, bytes}}, items_here_);
  Journey journey(comm_);
  std::vector<std::byte> arrived(items_arriving_ * bytes);
  forward_bytes(values, bytes, arrived.data(), journey);
  journey.finish();
  return arrived;
}

std::vector<std::byte> Remap::backward_bytes(std::span<const std::byte> values, std::size_t bytes) const {
  std::vector<std::byte> returned(items_here_ * bytes);
  move_backward(std::array{Source{values.data(), values.size() / bytes, bytes}}, std::array{returned.data()});
  return returned;
}

}  // namespace partita
