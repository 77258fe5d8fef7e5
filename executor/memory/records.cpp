#include <algorithm>
#include <cstring>

#include <partita/executor/memory/records.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

namespace {

// Calls work(bytes), with a constant if they are those of a few doubles.
template <class Work>
void with_bytes(std::size_t bytes, Work&& work) {
  with_constant<8, 32, 40, 64, 4, 16, 24>(bytes, work);
}

template <bool packs, class Bytes>
void copy(std::byte* value, std::byte* packed, Bytes bytes) {
  if constexpr (packs)
    std::memcpy(packed, value, bytes);
  else
    std::memcpy(value, packed, bytes);
}

// Values that are dense in their field: address(entity) is where those of an entity lie. All arguments are
// copies: to the compiler, a byte that is written may change anything that is reached through a reference.
template <bool packs, class Bytes, class Address>
void move_dense(const local_index* entities, std::ptrdiff_t first_entity, std::size_t count, Address address,
                Bytes bytes, std::byte* packed, std::size_t stride) {
  if (entities == nullptr)
    for (std::size_t k = 0; k < count; ++k)
      copy<packs>(address(first_entity + static_cast<std::ptrdiff_t>(k)), packed + k * stride, bytes);
  else
    for (std::size_t k = 0; k < count; ++k) copy<packs>(address(entities[k]), packed + k * stride, bytes);
}

// The part that a field has of the records [first, first + count).
template <bool packs>
void move_values(const RecordPart& part, const RecordRun& run, std::size_t first, std::size_t count,
                 std::byte* packed) {
  const FieldMemory& field = *part.field;
  packed += part.offset;
  const local_index* const entities = run.entities.empty() ? nullptr : run.entities.data() + first;
  const auto first_entity =
      static_cast<std::ptrdiff_t>(run.first_entity) + static_cast<std::ptrdiff_t>(first);
  if (field.is_packed())
    return with_bytes(field.bytes(), [&](const auto bytes) {
      const auto address = [data = field.data, bytes](std::ptrdiff_t entity) {
        return data + static_cast<std::size_t>(entity) * bytes;
      };
      move_dense<packs>(entities, first_entity, count, address, bytes, packed, run.bytes);
    });
  if (!field.varies && field.is_dense())
    return with_bytes(field.bytes(), [&](const auto bytes) {
      const auto address = [field](std::ptrdiff_t entity) { return field.entity(entity); };
      move_dense<packs>(entities, first_entity, count, address, bytes, packed, run.bytes);
    });
  with_bytes(field.value_bytes, [&](const auto bytes) {
    for (std::size_t k = 0; k < count; ++k) {
      std::byte* place = packed + (run.begin(first + k) - run.begin(first));
      for_each_value(field, run.entity(first + k), [&](std::byte* value) {
        copy<packs>(value, place, bytes);
        place += bytes;
      });
    }
  });
}

// The bytes [begin, end) of one record.
template <bool packs>
void move_cut(const RecordRun& run, std::size_t record, std::size_t begin, std::size_t end,
              std::byte* packed) {
  for (const auto& [field, offset] : run.parts) {
    std::size_t at = offset;
    for_each_value(*field, run.entity(record), [&, bytes = field->value_bytes](std::byte* value) {
      const std::size_t from = std::max(begin, at), to = std::min(end, at + bytes);
      if (from < to) copy<packs>(value + (from - at), packed + (from - begin), to - from);
      at += bytes;
    });
  }
}

// The first record that begins at this byte of the run or behind it.
std::size_t first_from(const RecordRun& run, std::size_t byte) {
  if (run.begins.empty()) return (byte + run.bytes - 1) / run.bytes;
  return static_cast<std::size_t>(std::ranges::lower_bound(run.begins, byte) - run.begins.begin());
}

// The bytes [begin, end) of a run. Behind its last record it may be padded.
template <bool packs>
void move_bytes(const RecordRun& run, std::size_t begin, std::size_t end, std::byte* packed) {
  end = std::min(end, run.begin(run.records));
  if (begin >= end) return;
  const std::size_t first = first_from(run, begin);
  if (begin < run.begin(first))
    move_cut<packs>(run, first - 1, begin - run.begin(first - 1),
                    std::min(end, run.begin(first)) - run.begin(first - 1), packed);
  if (end <= run.begin(first)) return;
  std::size_t last = first_from(run, end);
  const bool is_cut = run.begin(last) != end;
  if (is_cut) --last;
  std::byte* const place = packed + (run.begin(first) - begin);
  for (const RecordPart& part : run.parts) move_values<packs>(part, run, first, last - first, place);
  if (is_cut) move_cut<packs>(run, last, 0, end - run.begin(last), packed + (run.begin(last) - begin));
}

}  // namespace

Records::Records(std::span<const RecordRun> runs, std::size_t bytes) : bytes_(bytes), runs_(runs) {
  if (runs.size() != 1) return;
  const RecordRun& run = runs.front();
  if (run.bytes != bytes || !run.entities.empty() || run.parts.size() != 1) return;
  const FieldMemory& field = *run.parts.front().field;
  if (field.is_packed() && field.bytes() == bytes) memory_ = field.entity(run.first_entity);
}

template <bool packs>
void Records::move(std::size_t first, std::size_t count, std::byte* packed) const {
  if (bytes_ == 0) return;
  if (memory_ != nullptr) return copy<packs>(in_place(first), packed, count * bytes_);
  if (runs_.size() == 1 && runs_.front().bytes == bytes_ &&
      runs_.front().begins.empty()) {  // a unit is a record
    for (const RecordPart& part : runs_.front().parts)
      move_values<packs>(part, runs_.front(), first, count, packed);
    return;
  }
  auto run = std::prev(std::ranges::upper_bound(runs_, first, {}, &RecordRun::first_unit));
  for (const std::size_t end = first + count; first < end; ++run) {
    const auto next = std::next(run);
    const std::size_t to = next == runs_.end() ? end : std::min(end, next->first_unit);
    move_bytes<packs>(*run, (first - run->first_unit) * bytes_, (to - run->first_unit) * bytes_, packed);
    packed += (to - first) * bytes_;
    first = to;
  }
}

void Records::pack(std::size_t first, std::size_t count, std::byte* packed) const {
  move<true>(first, count, packed);
}

void Records::unpack(std::size_t first, std::size_t count, const std::byte* packed) const {
  move<false>(first, count, const_cast<std::byte*>(packed));
}

void require_begun_with(std::size_t begun, FieldList fields) {
  const std::size_t finished = lay_out_record(fields, [](std::size_t, std::size_t) {});
  if (begun != finished)
    throw Error("an exchange was begun with fields of ", begun, " bytes a value and finished with ", finished,
                "; finish it with the fields that it was begun with");
}

}  // namespace partita::detail
