#include <cstring>
#include <map>
#include <numeric>
#include <utility>

#include <partita/inspector/remap.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

using namespace detail;

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

// The values of some items, one after the other; returns where the next come.
std::byte* pack(const Runs& items, const std::byte* values, std::size_t bytes_per_value, std::byte* packed) {
  for (const Run& run : items.runs()) {
    const std::size_t bytes = run.size() * bytes_per_value;
    std::memcpy(packed, values + run.begin * bytes_per_value, bytes);
    packed += bytes;
  }
  return packed;
}

void unpack(const std::byte* packed, const Runs& items, std::size_t bytes_per_value, std::byte* values) {
  for (const Run& run : items.runs()) {
    const std::size_t bytes = run.size() * bytes_per_value;
    std::memcpy(values + run.begin * bytes_per_value, packed, bytes);
    packed += bytes;
  }
}

}  // namespace

Remap::Remap(Communicator comm, std::span<const int> owners)
    : Remap(std::move(comm), one_owner_each(owners.size()), owners) {}

Remap::Remap(Communicator comm, std::span<const std::size_t> offsets, std::span<const int> owners)
    : comm_(std::move(comm)) {
  collectively(comm_, [&] { check_destinations(comm_, offsets, owners); });
  items_here_ = offsets.size() - 1;

  std::map<int, Runs> items_for;  // as many as this rank has neighbours: few
  for (std::size_t item = 0; item < items_here_; ++item)
    for (const int owner : owners.subspan(offsets[item], offsets[item + 1] - offsets[item])) {
      Runs& items = items_for[owner];
      if (items.items() == 0 || items.runs().back().end != item + 1) items.append(item);
    }

  std::vector<Parcel<std::size_t>> announcements;
  for (auto& [owner, items] : items_for) {
    announcements.push_back({owner, {items.items()}});
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
        throw Error(text("rank ", comm_.rank(), " has ", items, " items to move and brings ", fields[f].size,
                         " values in field ", f, "; give one per item"));
  });
  std::vector<std::size_t> sizes;
  for (const Source& field : fields) sizes.push_back(field.bytes_per_value);
  require_same(comm_, Hash().add(std::span<const std::size_t>(sizes)).value(),
               "the fields to move (how many, and the size of a value of each)");
}

// A message holds the first field's values of all its items, then the second's, and so on. Items that stay
// are in no message.
void Remap::move_forward(std::span<const Source> fields, std::span<std::byte* const> arrived) const {
  check(fields, items_here_);
  std::size_t bytes_per_item = 0;
  for (const Source& field : fields) bytes_per_item += field.bytes_per_value;

  const Runs* staying = nullptr;
  std::vector<Parcel<std::byte>> parcels;
  for (const auto& [rank, items] : leaving_) {
    if (rank == comm_.rank()) {
      staying = &items;
      continue;
    }
    parcels.push_back({rank, std::vector<std::byte>(items.items() * bytes_per_item)});
    std::byte* packed = parcels.back().content.data();
    for (const auto& [values, size, bytes] : fields) packed = pack(items, values, bytes, packed);
  }

  const std::vector<Parcel<std::byte>> incoming = sparse_exchange(comm_, std::move(parcels));
  auto parcel = incoming.begin();
  std::size_t first = 0;
  for (const auto& [rank, items] : arriving_) {  // ascends by rank, as the parcels do
    std::size_t packed = 0;
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const std::size_t bytes = fields[f].bytes_per_value;
      if (rank == comm_.rank())
        pack(*staying, fields[f].values, bytes, arrived[f] + first * bytes);
      else
        std::memcpy(arrived[f] + first * bytes, parcel->content.data() + packed, items * bytes);
      packed += items * bytes;
    }
    first += items;
    if (rank != comm_.rank()) ++parcel;
  }
}

// The same messages the other way round.
void Remap::move_backward(std::span<const Source> fields, std::span<std::byte* const> returned) const {
  check(fields, items_arriving_);

  std::vector<Parcel<std::byte>> parcels;
  std::size_t first = 0, first_that_stayed = 0;
  for (const auto& [rank, items] : arriving_) {
    if (rank == comm_.rank()) {
      first_that_stayed = first;
    } else {
      std::vector<std::byte>& content = parcels.emplace_back(Parcel<std::byte>{rank, {}}).content;
      for (const auto& [values, size, bytes] : fields)
        content.insert(content.end(), values + first * bytes, values + (first + items) * bytes);
    }
    first += items;
  }

  const std::vector<Parcel<std::byte>> incoming = sparse_exchange(comm_, std::move(parcels));
  auto parcel = incoming.end();
  for (std::size_t k = leaving_.size(); k-- > 0;) {  // the lowest rank's values come last and stay
    const auto& [rank, items] = leaving_[k];
    if (rank != comm_.rank()) --parcel;
    std::size_t packed = 0;
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const auto& [values, size, bytes] = fields[f];
      unpack(rank == comm_.rank() ? values + first_that_stayed * bytes : parcel->content.data() + packed,
             items, bytes, returned[f]);
      packed += items.items() * bytes;
    }
  }
}

}  // namespace partita
