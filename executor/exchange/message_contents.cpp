#include <algorithm>
#include <cstdint>
#include <utility>

#include <partita/executor/exchange/message_contents.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

using namespace detail;

namespace {

// What a message to or from a rank carries of one entry.
struct Part {
  int rank;
  RecordRun run;
};

const Communicator& first_communicator(const std::vector<ExchangeEntry>& entries) {
  if (entries.empty()) throw Error("an exchange needs at least one pattern with its field");
  return entries.front().pattern.communicator();
}

std::vector<local_index> needed_entities(const AccessPattern& pattern, const Places& places) {
  std::vector<local_index> entities = needed_values(pattern.needed_by());
  for (local_index& entity : entities) entity = places.of_owned(entity);
  return entities;
}

// The same on every rank, if all give the same fields.
std::uint64_t fingerprint_of_shapes(const std::vector<ExchangeEntry>& entries) {
  Hash hash;
  for (const auto& [pattern, places, field] : entries)
    hash.add(field.value_bytes, field.kind, field.alignment, field.varies,
             field.varies ? 0 : field.components());
  return hash.value();
}

// Of this rank's part of all patterns and counts.
std::uint64_t fingerprint_of_entries(const std::vector<ExchangeEntry>& entries,
                                     const std::vector<std::vector<std::size_t>>& begins) {
  Hash hash;
  hash.add(entries.size());
  for (const auto& [pattern, places, field] : entries) hash.add(pattern.fingerprint(), field.bytes());
  for (const auto& bytes : begins) hash.add(bytes);
  return hash.value();
}

// Each owner tells the counts of its values; their ghosts must have the same.
void require_same_counts(const Communicator& comm, const ExchangeEntry& entry) {
  const Places& places = entry.places;
  const FieldMemory& field = entry.field;
  std::vector<Parcel<std::size_t>> counts;
  for (const NeededBy& neighbour : entry.pattern.needed_by()) {
    counts.push_back({neighbour.rank, {}});
    for (const local_index value : neighbour.owned)
      counts.back().content.push_back(field.count(places.of_owned(value)));
  }
  counts = sparse_exchange(comm, std::move(counts));
  collectively(comm, [&] {
    std::size_t ghost = 0;
    for (const Parcel<std::size_t>& parcel : counts)
      for (const std::size_t count : parcel.content) {
        const std::size_t here = field.count(places.of_ghost(static_cast<local_index>(ghost)));
        if (here != count)
          throw Error("ghost ", ghost, " of rank ", comm.rank(), " has ", here,
                      " values, but its owner, rank ", parcel.rank, ", has ", count,
                      "; give every ghost the count of its owner's value");
        ++ghost;
      }
  });
}

void require_shapes(const std::vector<ExchangeEntry>& entries, FieldList fields) {
  if (fields.size() != entries.size())
    throw Error("an exchange of ", entries.size(), " entries was given ", fields.size(),
                " fields; give one for each");
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const FieldMemory &given = fields[f], &wanted = entries[f].field;
    if (given.value_bytes != wanted.value_bytes || differ(given.kind, wanted.kind) ||
        given.varies != wanted.varies || (!given.varies && given.components() != wanted.components()))
      throw Error("field ", f, " has another shape than entry ", f,
                  " of its exchange; give fields like those that the exchange was made for");
  }
}

// One message after the other, ascending by rank, each of its parts in whole granules. Appends their runs.
// @return the granules to or from each rank
std::vector<MatrixEntry> lay_out(std::vector<Part> parts, std::size_t granule, std::vector<RecordRun>& runs) {
  std::ranges::stable_sort(parts, {}, &Part::rank);
  std::vector<MatrixEntry> lengths;
  std::size_t next = 0;
  for (auto& [rank, run] : parts) {
    const std::size_t units = (run.begin(run.records) + granule - 1) / granule;
    if (units == 0) continue;
    run.first_unit = next;
    runs.push_back(run);
    next += units;
    if (lengths.empty() || lengths.back().rank != rank) lengths.push_back({rank, 0});
    lengths.back().length += static_cast<Units>(units);
  }
  return lengths;
}

}  // namespace

MessageContents::MessageContents(const AccessPattern& pattern, Places places)
    : vectors_(message_vectors(pattern)) {
  needed_.push_back(needed_entities(pattern, places));
  entries_.push_back({pattern, std::move(places), {}});
  const Places& kept = entries_[0].places;
  owned_.push_back({.first_unit = 0, .records = needed_[0].size(), .bytes = 0, .entities = needed_[0]});
  ghosts_.push_back({.first_unit = 0,
                     .records = static_cast<std::size_t>(pattern.ghosts()),
                     .bytes = 0,
                     .entities = kept.ghosts(),
                     .first_entity = kept.of_ghost(0)});
}

MessageContents::MessageContents(std::vector<ExchangeEntry> entries)
    : vectors_{first_communicator(entries), {}, {}, 0}, entries_(std::move(entries)), granule_(8) {
  const Communicator& comm = vectors_.communicator;
  collectively(comm, [&] {
    for (const ExchangeEntry& entry : entries_)
      if (entry.pattern.communicator().handle() != comm.handle())
        throw Error("the patterns of an exchange are on several communicators; inspect them on one");
  });
  require_same(comm, fingerprint_of_shapes(entries_), "the fields of an exchange");
  for (const ExchangeEntry& entry : entries_)
    if (entry.field.varies) require_same_counts(comm, entry);

  std::vector<Part> sent, received;
  for (const auto& [pattern, places, field] : entries_) {
    granule_ = std::max(granule_, field.alignment);
    needed_.push_back(needed_entities(pattern, places));
  }
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    const auto& [pattern, places, field] = entries_[e];
    std::size_t first = 0;
    for (const NeededBy& neighbour : pattern.needed_by()) {
      RecordRun run{.first_unit = 0, .records = neighbour.owned.size(), .bytes = field.bytes(), .entry = e};
      run.entities = std::span(needed_[e]).subspan(first, run.records);
      sent.push_back({neighbour.rank, counted(run)});
      first += run.records;
    }
    first = 0;
    for (const GhostRun& ghosts : pattern.ghost_runs()) {
      const auto records = static_cast<std::size_t>(ghosts.length);
      RecordRun run{.first_unit = 0, .records = records, .bytes = field.bytes(), .entry = e};
      if (places.ghosts().empty())
        run.first_entity = places.of_ghost(static_cast<local_index>(first));
      else
        run.entities = std::span(places.ghosts()).subspan(first, records);
      received.push_back({ghosts.rank, counted(run)});
      first += records;
    }
  }
  vectors_.destinations = lay_out(std::move(sent), granule_, owned_);
  vectors_.sources = lay_out(std::move(received), granule_, ghosts_);
  vectors_.indices = shared_indices(indices_sent(), [](int) { return 0; });
  vectors_.fingerprint = fingerprint_of_entries(entries_, begins_);
}

RecordRun MessageContents::counted(RecordRun run) {
  const FieldMemory& field = entries_[run.entry].field;
  if (!field.varies) return run;
  std::vector<std::size_t>& begins = begins_.emplace_back(1, 0);
  for (std::size_t k = 0; k < run.records; ++k)
    begins.push_back(begins.back() + field.count(run.entity(k)) * field.value_bytes);
  run.begins = begins;
  return run;
}

IndexRuns MessageContents::indices_sent() const {
  std::vector<Units> first_index(1, 0);  // of each entry
  for (const auto& [pattern, places, field] : entries_) {
    const std::size_t granules = field.varies ? 0 : field.bytes() / granule_;
    first_index.push_back(first_index.back() +
                          static_cast<Units>(places.owned_extent()) * static_cast<Units>(granules));
  }
  IndexRuns indices;
  auto run = owned_.begin();
  std::size_t begin = 0;  // of a message, in units
  for (const auto [rank, length] : vectors_.destinations) {
    const std::size_t end = begin + static_cast<std::size_t>(length);
    for (; run != owned_.end() && run->first_unit < end; ++run) {
      if (!run->begins.empty() || run->bytes == 0 || run->bytes % granule_ != 0) continue;
      const auto granules = static_cast<Units>(run->bytes / granule_);
      auto offset = static_cast<Units>(run->first_unit - begin);
      for (std::size_t k = 0; k < run->records; ++k, offset += granules)
        append(indices, {rank, offset, first_index[run->entry] + run->entity(k) * granules, granules});
    }
    begin = end;
  }
  return indices;
}

void MessageContents::fit(FieldMemory& field, std::size_t elements, std::size_t f) const {
  const bool is_of_records = granule_ == 0;
  const auto& [pattern, places, shape] = entries_[is_of_records ? 0 : std::min(f, entries_.size() - 1)];
  const auto size = static_cast<std::size_t>(std::max(places.owned_extent(), places.ghost_extent()));
  if (is_of_records) {
    if (elements == size) return;
    throw Error("an exchange was given ", elements, " elements; it needs one for each of its ", size,
                " local values (", pattern.owned(), " owned and ", pattern.ghosts(), " ghosts from ",
                pattern.first_ghost(),
                "); give several components, or a longer array, as FieldView::contiguous(range, components)");
  }
  if (field.value_bytes != shape.value_bytes || differ(field.kind, shape.kind))
    throw Error(
        "entry ", f, " of an exchange was given ", in_words({&field, 1}), "; it was made for ",
        shape.kind == ValueKind::unknown ? text(shape.value_bytes, " bytes a value") : in_words({&shape, 1}));
  std::byte* const data = std::exchange(field, shape).data;
  field.data = data;
  const std::size_t wanted = !field.offsets.empty() ? field.offsets[size]
                             : field.is_packed()    ? size * field.components()
                                                    : 0;
  if (elements < wanted)
    throw Error("entry ", f, " of an exchange was given ", elements, " elements; its ", size,
                " entities have ", wanted);
}

void MessageContents::require_fit(FieldList owned, FieldList ghosts) const {
  if (granule_ != 0) {
    require_shapes(entries_, owned);
    require_shapes(entries_, ghosts);
  } else if (std::ranges::any_of(owned, &FieldMemory::varies)) {
    throw Error(
        "fields whose counts differ are exchanged by an exchange that was made for them as its entries");
  }
  for (std::size_t f = 0; f < owned.size(); ++f) {
    const Places& places = entry_of(f).places;
    const auto require_room = [&](const FieldMemory& field, local_index entities) {
      if (field.data == nullptr && field.bytes() > 0 && entities > 0)
        throw Error("field ", f, " of an exchange has no data: a null pointer");
      if (field.entities < static_cast<std::size_t>(entities))
        throw Error("field ", f, " of an exchange has room for ", field.entities,
                    " entities; its places need ", entities);
    };
    require_room(owned[f], places.owned_extent());
    require_room(ghosts[f], places.ghost_extent());
  }
}

std::size_t MessageContents::bytes() const {
  std::size_t all = 0;
  for (const RecordRun& run : owned_) all += run.begin(run.records);
  return all;
}

}  // namespace partita
