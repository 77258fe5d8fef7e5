#pragma once
/// \file The units of a replay in memory: records, which one or several fields have parts of.

#include <cstddef>
#include <span>

#include <partita/support/types.hpp>

namespace partita {

/// What one field has of every record: the `bytes` of a value, which lies `offset` bytes into the record.
struct RecordPart {
  std::byte* values;  ///< of the field, value after value
  std::size_t bytes;
  std::size_t offset;
};

/// Records by number. Messages have them packed, one after the other; in memory they may lie so too, or be
/// made of the values of several fields, or of values here and there.
class Records {
 public:
  /// Lie in memory as in messages, `bytes` each.
  Records(std::byte* memory, std::size_t bytes) : memory_(memory), bytes_(bytes) {}

  /// Record k is made of the value indices[k] of every field, or of the value k when there are no indices.
  /// `bytes`: from record to record in messages. What is spanned is not copied.
  Records(std::span<const RecordPart> parts, std::size_t bytes, std::span<const local_index> indices = {});

  /// Where record `first` lies, and all after it as in messages. Null when they do not lie so.
  std::byte* in_place(std::size_t first) const {
    return memory_ == nullptr ? nullptr : memory_ + first * bytes_;
  }

  /// Copies the records [first, first + count) to where they are packed, and from there.
  void pack(std::size_t first, std::size_t count, std::byte* packed) const;
  void unpack(std::size_t first, std::size_t count, const std::byte* packed) const;

 private:
  std::byte* memory_ = nullptr;
  std::size_t bytes_;
  std::span<const RecordPart> parts_;
  std::span<const local_index> indices_;
};

}  // namespace partita
