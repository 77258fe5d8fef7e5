#include <algorithm>
#include <cstring>
#include <type_traits>

#include <partita/executor/replay/memory/records.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>

namespace partita::detail {

namespace {

template <bool packs>
void copy(std::byte* value, std::byte* packed, std::size_t bytes) {
  std::memcpy(packs ? packed : value, packs ? value : packed, bytes);
}

// Values that are dense in their field. Compilers unroll copies of a length that they know: `known` bytes; 0:
// any number. All that the loops use is copied before: to the compiler, a byte that is written may change
// anything that is reached through a reference.
template <bool packs, std::size_t known, bool is_packed>
void move_dense(const RecordPart& part, const RecordRun& run, std::size_t first, std::size_t count,
                std::byte* packed) {
  const FieldMemory& field = *part.field;
  const std::size_t bytes = known > 0 ? known : field.bytes();
  std::byte* const data = field.data;
  const auto address = [=, &field](std::ptrdiff_t entity) {
    return is_packed ? data + static_cast<std::size_t>(entity) * bytes : field.entity(entity);
  };
  packed += part.offset;
  with_constant<known>(run.bytes, [=, &run](const auto stride) {
    const auto move = [=](std::size_t k, std::ptrdiff_t entity) {
      copy<packs>(address(entity), packed + k * stride, bytes);
    };
    if (run.entities.empty()) {
      const auto begin = static_cast<std::ptrdiff_t>(run.first_entity) + static_cast<std::ptrdiff_t>(first);
      for (std::size_t k = 0; k < count; ++k) move(k, begin + static_cast<std::ptrdiff_t>(k));
    } else {
      const local_index* const entities = run.entities.data() + first;
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 4
#endif
      for (std::size_t k = 0; k < count; ++k) move(k, entities[k]);
    }
  });
}

template <bool packs>
void move_each_value(const RecordPart& part, const RecordRun& run, std::size_t first, std::size_t count,
                     std::byte* packed) {
  const FieldMemory& field = *part.field;
  packed += part.offset;
  with_constant<8, 4, 16>(field.value_bytes, [&](const auto bytes) {
    for (std::size_t k = 0; k < count; ++k) {
      std::byte* place = packed + (run.begin(first + k) - run.begin(first));
      for_each_value(field, run.entity(first + k), [&](std::byte* value) {
        copy<packs>(value, place, bytes);
        place += bytes;
      });
    }
  });
}

template <bool packs>
MoveRecords move_of(const FieldMemory& field) {
  if (field.varies || !field.is_dense()) return move_each_value<packs>;
  if (!field.is_packed()) return move_dense<packs, 0, false>;
  MoveRecords move = move_dense<packs, 0, true>;
  with_constant<4, 8, 16, 24, 32, 40, 64>(field.bytes(), [&]<class Bytes>(Bytes) {
    if constexpr (!std::is_same_v<Bytes, std::size_t>) move = move_dense<packs, Bytes::value, true>;
  });
  return move;
}

// The bytes [begin, end) of one record.
template <bool packs>
void move_cut(const RecordRun& run, std::size_t record, std::size_t begin, std::size_t end,
              std::byte* packed) {
  for (const RecordPart& part : run.parts) {
    std::size_t at = part.offset;
    for_each_value(*part.field, run.entity(record), [&, bytes = part.field->value_bytes](std::byte* value) {
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
  for (const RecordPart& part : run.parts)
    (packs ? part.pack : part.unpack)(part, run, first, last - first, place);
  if (is_cut) move_cut<packs>(run, last, 0, end - run.begin(last), packed + (run.begin(last) - begin));
}

}  // namespace

RecordPart::RecordPart(const FieldMemory& of, std::size_t bytes_before)
    : field(&of),
      offset(bytes_before),
      packed_components(of.is_packed() ? of.components() : 0),
      pack(move_of<true>(of)),
      unpack(move_of<false>(of)) {}

Records::Records(const std::vector<RecordRun>& runs, std::size_t bytes) : bytes_(bytes), runs_(&runs) {
  if (runs.size() != 1) return;
  const RecordRun& run = runs.front();
  is_one_run_ = bytes > 0 && run.bytes == bytes && run.begins.empty();
  if (run.bytes != bytes || !run.entities.empty() || run.parts.size() != 1) return;
  const FieldMemory& field = *run.parts.front().field;
  if (field.is_packed() && field.bytes() == bytes) memory_ = field.entity(run.first_entity);
}

template <bool packs>
void Records::move(std::size_t first, std::size_t count, std::byte* packed) const {
  if (memory_ != nullptr) return copy<packs>(in_place(first), packed, count * bytes_);
  if (is_one_run_) {
    const RecordRun& run = runs_->front();
    for (const RecordPart& part : run.parts)
      (packs ? part.pack : part.unpack)(part, run, first, count, packed);
    return;
  }
  // Units that are no records, or of several runs.
  if (bytes_ == 0) return;
  auto run = std::prev(std::ranges::upper_bound(*runs_, first, {}, &RecordRun::first_unit));
  for (const std::size_t end = first + count; first < end; ++run) {
    const auto next = std::next(run);
    const std::size_t to = next == runs_->end() ? end : std::min(end, next->first_unit);
    move_bytes<packs>(*run, (first - run->first_unit) * bytes_, (to - run->first_unit) * bytes_, packed);
    packed += (to - first) * bytes_;
    first = to;
  }
}

template void Records::move<true>(std::size_t first, std::size_t count, std::byte* packed) const;
template void Records::move<false>(std::size_t first, std::size_t count, std::byte* packed) const;

std::string in_words(FieldList fields) {
  constexpr const char* names[] = {"record", "int", "uint", "float"};  // of those that are known
  std::string words;
  for (const FieldMemory& field : fields) {
    if (field.kind == ValueKind::unknown) return "";
    words += text(words.empty() ? "" : ", ", field.varies ? 1 : field.components(), " ",
                  names[static_cast<std::size_t>(field.kind) - 1], 8 * field.value_bytes);
  }
  return words;
}

std::uint16_t types_of(FieldList fields) {
  Hash hash;
  for (const FieldMemory& field : fields) {
    if (field.kind == ValueKind::unknown) return 0;
    hash.add(field.kind, field.value_bytes);
    if (fields.size() > 1) hash.add(field.varies ? 1 : field.components());
  }
  const auto number = static_cast<std::uint16_t>(hash.value());
  return number == 0 ? 1 : number;
}

void require_begun_with(std::size_t begun, FieldList fields) {
  const std::size_t finished = lay_out_record(fields, [](std::size_t, std::size_t) {});
  if (begun != finished)
    throw Error("an exchange was begun with fields of ", begun, " bytes a value and finished with ", finished,
                "; finish it with the fields that it was begun with");
}

}  // namespace partita::detail
