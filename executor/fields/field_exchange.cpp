#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

#include <partita/executor/fields/field_exchange.hpp>
#include <partita/executor/replay/given_up.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

namespace {

// The values of an entity, from one field to another.
void copy(const FieldMemory& from, local_index source, const FieldMemory& to, local_index target) {
  if (from.first_value(source) == to.first_value(target)) return;
  for_each_pair(to, target, from, source,
                [bytes = to.value_bytes](std::byte* value, const std::byte* original) {
                  std::memcpy(value, original, bytes);
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

}  // namespace

FieldExchange::FieldExchange(Parts parts)
    : contents_(std::move(parts.contents)),
      gather_replay_(std::move(parts.gather)),
      scatter_replay_(std::move(parts.scatter)) {
  for (const ExchangeEntry& entry : contents_.entries())
    if (!entry.places.further().empty() || !entry.places.own().empty()) has_copies_ = true;
  for (Begun* begun : {&gather_, &scatter_}) {
    begun->owned_runs = contents_.owned();
    begun->ghost_runs = contents_.ghosts();
  }
  // Values that lie as in messages are sent from where they lie.
  for (RecordRun& run : gather_.owned_runs) {
    const auto gap = [](local_index one, local_index next) { return next != one + 1; };
    if (run.entities.empty() || std::ranges::adjacent_find(run.entities, gap) != run.entities.end()) continue;
    run.first_entity = run.entities.front();
    run.entities = {};
  }
  for (const MatrixEntry& entry : contents_.vectors().destinations)
    units_sent_ += static_cast<std::size_t>(entry.length);
  if (!scatter_replay_) return;
  // Where ghosts have further copies, what is sent lies ghost after ghost.
  for (RecordRun& run : scatter_.ghost_runs) {
    const Places& places = contents_.entries()[run.entry].places;
    if (places.further().empty()) continue;
    run.first_entity = run.entities.empty()
                           ? run.first_entity - places.of_ghost(0)
                           : static_cast<local_index>(run.entities.data() - places.ghosts().data());
    run.entities = {};
  }
  for (const auto& [pattern, places, field] : contents_.entries()) {
    std::vector<local_index>& counts = ghost_counts_.emplace_back();
    for (local_index ghost = 0; field.varies && ghost < pattern.ghosts(); ++ghost)
      counts.push_back(static_cast<local_index>(field.count(places.of_ghost(ghost))));
  }
  scatter_.packed.resize(units_sent_ * granule());
  scatter_.packed_records = Records(scatter_.packed.data(), granule());
}

FieldExchange::~FieldExchange() {
  const Communicator& comm = contents_.entries().front().pattern.communicator();
  const auto keep = [&](Begun& begun) {
    keep_given_up(comm, std::move(begun.packed));
    keep_given_up(comm, std::move(begun.combined_bytes));
  };
  if (!gather_replay_.is_idle()) keep(gather_);
  if (scatter_replay_ && !scatter_replay_->is_idle()) keep(scatter_);
}

void FieldExchange::require_single_copies() const {
  for (const ExchangeEntry& entry : contents_.entries())
    if (!entry.places.further().empty())
      throw Error(
          "the copies of a ghost are combined before they are sent; give begin_scatter the operation");
}

void FieldExchange::fit(FieldMemory& field, std::size_t elements, std::size_t f) const {
  const auto& entries = contents_.entries();
  const bool is_of_records = granule() == 0;
  const auto& [pattern, places, shape] = entries[is_of_records ? 0 : std::min(f, entries.size() - 1)];
  const auto size = static_cast<std::size_t>(std::max(places.owned_extent(), places.ghost_extent()));
  if (!is_of_records) {
    if (field.value_bytes != shape.value_bytes || differ(field.kind, shape.kind))
      throw Error("entry ", f, " of an exchange was given ", in_words({&field, 1}), "; it was made for ",
                  shape.kind == ValueKind::unknown ? text(shape.value_bytes, " bytes a value")
                                                   : in_words({&shape, 1}));
    std::byte* const data = std::exchange(field, shape).data;
    field.data = data;
    const std::size_t wanted = !field.offsets.empty() ? field.offsets[size]
                               : field.is_packed()    ? size * field.components()
                                                      : 0;
    if (elements < wanted)
      throw Error("entry ", f, " of an exchange was given ", elements, " elements; its ", size,
                  " entities have ", wanted);
    return;
  }
  if (elements != size)
    throw Error("an exchange was given ", elements, " elements; it needs one for each of its ", size,
                " local values (", pattern.owned(), " owned and ", pattern.ghosts(), " ghosts from ",
                pattern.first_ghost(),
                "); give several components, or a longer array, as FieldView::contiguous(range, components)");
}

void FieldExchange::require_begun_with(Direction direction, FieldList fields) const {
  const bool gathers = direction == Direction::gather;
  detail::require_begun_with((gathers ? gather_ : scatter_).record_bytes, fields);
}

void FieldExchange::require_idle(Direction direction) const {
  (direction == Direction::gather ? gather_replay_ : *scatter_replay_).require_idle();
}

void FieldExchange::begin_records(Direction direction, const std::byte* from, std::byte* into,
                                  std::size_t record_bytes, FieldList values) {
  replay(direction).begin(from, into, record_bytes, values);
}

bool FieldExchange::Begun::is_with(FieldList now_owned, FieldList now_ghosts) const {
  const auto same = [](FieldList now, FieldList before) {
    return now.size() == before.size() && std::memcmp(now.data(), before.data(), now.size_bytes()) == 0;
  };
  return same(now_owned, owned) &&
         (now_owned.data() == now_ghosts.data() ? in_one : same(now_ghosts, ghosts));
}

void FieldExchange::take(Begun& begun, FieldList owned, FieldList ghosts) const {
  if (granule() != 0) {
    require_shapes(contents_.entries(), owned);
    require_shapes(contents_.entries(), ghosts);
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
  begun.owned.assign(owned.begin(), owned.end());
  begun.ghosts.assign(ghosts.begin(), ghosts.end());
  begun.in_one = owned.data() == ghosts.data();
  begun.values = UnitValues(begun.owned);
  begun.owned_parts.resize(owned.size());
  begun.ghost_parts.resize(ghosts.size());
  begun.record_bytes = lay_out_record(owned, [&](std::size_t f, std::size_t offset) {
    const std::size_t of_part = granule() == 0 ? offset : 0;
    begun.owned_parts[f] = RecordPart(begun.owned[f], of_part);
    begun.ghost_parts[f] = RecordPart(begun.ghosts[f], of_part);
  });
  const auto set_parts = [&](std::vector<RecordRun>& runs, std::span<const RecordPart> parts) {
    for (RecordRun& run : runs) {
      run.parts = granule() == 0 ? parts : parts.subspan(run.entry, 1);
      if (granule() == 0) run.bytes = begun.record_bytes;
    }
  };
  set_parts(begun.owned_runs, begun.owned_parts);
  set_parts(begun.ghost_runs, begun.ghost_parts);
  begun.owned_records = Records(begun.owned_runs, unit_bytes(begun));
  begun.ghost_records = Records(begun.ghost_runs, unit_bytes(begun));
}

void FieldExchange::begin_gather(FieldList owned, FieldList ghosts, bool at_once) {
  gather_replay_.require_idle();
  if (!gather_.is_with(owned, ghosts)) take(gather_, owned, ghosts);
  const std::size_t bytes = unit_bytes(gather_);
  const Records* from = &gather_.owned_records;
  if (at_once) {
    gather_.packed.resize(units_sent_ * bytes);
    from->pack(0, units_sent_, gather_.packed.data());
    gather_.packed_records = Records(gather_.packed.data(), bytes);
    from = &gather_.packed_records;
  }
  gather_replay_.begin(std::span(from, 1), std::span(&gather_.ghost_records, 1), bytes, gather_.values);
  if (!has_copies_) return;
  for (std::size_t f = 0; f < owned.size(); ++f)
    for (const Places& places = entry_of(f).places; const auto& [value, place] : places.own())
      copy(owned[f], places.of_owned(value), ghosts[f], place);
}

void FieldExchange::finish_gather() {
  gather_replay_.finish();
  if (!has_copies_) return;
  for (std::size_t f = 0; f < gather_.ghosts.size(); ++f)
    for (const Places& places = entry_of(f).places; const auto& [ghost, place] : places.further())
      copy(gather_.ghosts[f], places.of_ghost(ghost), gather_.ghosts[f], place);
}

// The first copy of each ghost, value after value: what is sent, when the other copies have been combined.
FieldMemory FieldExchange::first_copies(std::size_t number) {
  const auto& [pattern, places, shape] = entry_of(number);
  const FieldMemory& copies = scatter_.ghosts[number];
  const std::vector<local_index>& counts = ghost_counts_[granule() == 0 ? 0 : number];
  scatter_.combined_bytes.resize(scatter_.ghosts.size());
  FieldMemory packed = copies;
  packed.block = 0;
  packed.offsets = {};
  packed.counts = counts;
  packed.extents[0] = packed.extents[1] = 1;
  packed.extents[2] =
      counts.empty() ? copies.components() : static_cast<std::size_t>(*std::ranges::max_element(counts));
  packed.strides[2] = static_cast<std::ptrdiff_t>(packed.value_bytes);
  packed.stride = static_cast<std::ptrdiff_t>(packed.bytes());
  scatter_.combined_bytes[number].resize(static_cast<std::size_t>(pattern.ghosts()) * packed.bytes());
  packed.data = scatter_.combined_bytes[number].data();
  for (local_index ghost = 0; ghost < pattern.ghosts(); ++ghost)
    copy(copies, places.of_ghost(ghost), packed, ghost);
  return packed;
}

// Combines the values of an entity of another field with those of `to`.
void FieldExchange::combine_one(const Combine& combine, const FieldMemory& field, local_index to,
                                const FieldMemory& other, local_index from) {
  one_.resize(field.count(to) * field.value_bytes);
  std::byte* next = one_.data();
  for_each_pair(field, to, other, from, [&](std::byte*, const std::byte* value) {
    std::memcpy(next, value, field.value_bytes);
    next += field.value_bytes;
  });
  combine(field, {{&to, 1}, one_.data(), one_.size()});
}

// What is sent of a ghost with further copies. If the operation throws, messages leave nevertheless: others
// wait.
void FieldExchange::combine_copies(Combines combine) {
  copies_threw_ = nullptr;
  scatter_.combined.resize(scatter_.ghosts.size());
  for (std::size_t f = 0; f < scatter_.ghosts.size(); ++f) {
    const Places& places = entry_of(f).places;
    if (places.further().empty()) continue;
    scatter_.combined[f] = first_copies(f);
    scatter_.ghost_parts[f] = RecordPart(scatter_.combined[f], scatter_.ghost_parts[f].offset);
    try {
      for (const auto& [ghost, place] : places.further())
        combine_one(combine[f], scatter_.combined[f], ghost, scatter_.ghosts[f], place);
    } catch (...) {
      copies_threw_ = std::current_exception();
    }
  }
}

void FieldExchange::begin_scatter(FieldList owned, FieldList ghosts, Combines combine) {
  scatter_replay_->require_idle();
  if (!scatter_.is_with(owned, ghosts)) take(scatter_, owned, ghosts);
  const std::size_t bytes = unit_bytes(scatter_);
  if (has_copies_) {
    combine_copies(combine);
    scatter_.ghost_records = Records(scatter_.ghost_runs, bytes);
  }
  scatter_replay_->begin(std::span(&scatter_.ghost_records, 1),
                         std::span(&scatter_.packed_records, granule() == 0 ? 0 : 1), bytes, scatter_.values);
}

void FieldExchange::finish_scatter(Combines combine) {
  scatter_replay_->finish([&] {
    if (copies_threw_) std::rethrow_exception(std::exchange(copies_threw_, nullptr));
    combine_arrived(combine);
  });
}

void FieldExchange::combine_arrived(Combines combine) {
  for (std::size_t f = 0; has_copies_ && f < scatter_.owned.size(); ++f) {
    const FieldMemory &owned = scatter_.owned[f], &copies = scatter_.ghosts[f];
    const Places& places = entry_of(f).places;
    for (const auto& [value, place] : places.own())
      if (const local_index home = places.of_owned(value);
          owned.first_value(home) != copies.first_value(place))
        combine_one(combine[f], owned, home, copies, place);
  }
  const auto use = [&](const RecordRun& run, std::size_t first, std::size_t count, const std::byte* packed) {
    std::size_t f = run.entry;
    for (const RecordPart& part : run.parts)
      combine[f++](*part.field, {run.entities.subspan(first, count), packed + part.offset, run.bytes,
                                 part.packed_components});
  };
  if (granule() != 0) {
    for (const RecordRun& run : scatter_.owned_runs)
      use(run, 0, run.records, scatter_.packed.data() + run.first_unit * granule());
    return;
  }
  scatter_replay_->for_each_delivery([&](const Delivery& delivery, const std::byte* packed) {
    use(scatter_.owned_runs.front(), delivery.first, delivery.length, packed);
  });
}

}  // namespace partita::detail
