#pragma once
/// \file The units of a replay in memory: records, made of the values of fields.
///
/// A buffer of a replay is a sequence of units. With one access pattern a unit is a record: one value of each
/// field. With several patterns, or with counts that differ, a unit is a granule of a few bytes, and runs of
/// records follow one another. A schedule may cut a message between any two units, so also within a record.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <partita/executor/replay/memory/field_memory.hpp>
#include <partita/support/types.hpp>

namespace partita::detail {

/// How values of several fields lie side by side in a record: each where its type may lie. One field alone
/// has no padding. Calls part(number of the field, bytes before its values).
/// @return bytes from record to record
template <class Part>
std::size_t lay_out_record(FieldList fields, Part&& part) {
  const auto rounded_up = [](std::size_t number, std::size_t power_of_two) {
    return (number + power_of_two - 1) & ~(power_of_two - 1);
  };
  std::size_t bytes = 0, widest = 1;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const std::size_t offset = rounded_up(bytes, fields[f].alignment);
    part(f, offset);
    bytes = offset + fields[f].bytes();
    widest = std::max(widest, fields[f].alignment);
  }
  return rounded_up(bytes, widest);
}

/// @throws Error unless records of these fields have as many bytes as those that an exchange was begun with
void require_begun_with(std::size_t begun, FieldList fields);

/// The values that fields have of one entity, for the header of a check: "3 float64, 1 int32".
std::string in_words(FieldList fields);

/// The same as a number, which goes with every message: that of other values is most likely another. 0: not
/// known. The length of a message tells the components of a single field.
std::uint16_t types_of(FieldList fields);

/// The values of a unit, for the checks; none: they are not known.
struct UnitValues {
  UnitValues() = default;
  UnitValues(FieldList of) : fields(of), types(types_of(of)) {}

  FieldList fields = {};
  std::uint16_t types = 0;  ///< see types_of
};

struct RecordRun;
struct RecordPart;

/// Copies the part that a field has of the records [first, first + count) of a run to where they are packed,
/// or from there.
using MoveRecords = void (*)(const RecordPart& part, const RecordRun& run, std::size_t first,
                             std::size_t count, std::byte* packed);

/// What one field has of every record of a run, `offset` bytes into the record.
struct RecordPart {
  RecordPart() = default;
  RecordPart(const FieldMemory& field, std::size_t offset);

  const FieldMemory* field = nullptr;
  std::size_t offset = 0;
  std::size_t packed_components = 0;             ///< 0: the field is not packed
  MoveRecords pack = nullptr, unpack = nullptr;  ///< as the field lies in memory
};

/// Records that follow one another in a buffer.
struct RecordRun {
  std::size_t first_unit;  ///< of the buffer
  std::size_t records;
  std::size_t bytes;                           ///< of each record, unless counts differ
  std::span<const std::size_t> begins = {};    ///< if counts differ: first byte of each record, and the end
  std::span<const local_index> entities = {};  ///< of each record; empty: consecutive ones
  local_index first_entity = 0;                ///< of consecutive ones
  std::size_t entry = 0;                       ///< of the exchange's list
  std::span<const RecordPart> parts = {};      ///< while a replay is under way

  local_index entity(std::size_t record) const {
    return entities.empty() ? first_entity + static_cast<local_index>(record) : entities[record];
  }
  std::size_t begin(std::size_t record) const { return begins.empty() ? record * bytes : begins[record]; }
};

/// Units by number. Messages have them packed, one after the other.
class Records {
 public:
  /// Lie in memory as in messages, `bytes` each.
  Records(std::byte* memory, std::size_t bytes) : memory_(memory), bytes_(bytes) {}

  /// `runs` ascend by first unit, and stay where they are; `bytes` are those of a unit.
  Records(const std::vector<RecordRun>& runs, std::size_t bytes);

  /// The same units at the same places.
  bool operator==(const Records&) const = default;

  /// Where unit `first` lies, and all after it as in messages. Null when they do not lie so.
  std::byte* in_place(std::size_t first) const {
    return memory_ == nullptr ? nullptr : memory_ + first * bytes_;
  }

  /// Copies the units [first, first + count) to where they are packed, and from there.
  void pack(std::size_t first, std::size_t count, std::byte* packed) const {
    move<true>(first, count, packed);
  }
  void unpack(std::size_t first, std::size_t count, const std::byte* packed) const {
    move<false>(first, count, const_cast<std::byte*>(packed));
  }

 private:
  template <bool packs>
  void move(std::size_t first, std::size_t count, std::byte* packed) const;

  std::byte* memory_ = nullptr;
  std::size_t bytes_;
  const std::vector<RecordRun>* runs_ = nullptr;
  bool is_one_run_ = false;  // a unit is a record
};

}  // namespace partita::detail
