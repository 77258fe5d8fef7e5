#pragma once
/// \file Several fields in one message: how the components of one value lie side by side.

#include <algorithm>
#include <array>
#include <cstddef>

namespace partita {

/// What one field has for each value.
struct FieldSize {
  std::size_t bytes;      ///< of all components of one value
  std::size_t alignment;  ///< of a component, in bytes
};

/// A record holds one value of each of N fields, field after field, each where its components may lie; in
/// packed values record follows record. It is the unit of a message: a schedule may cut a message between any
/// two units and relay them, and what arrives are still whole records. One field alone has no padding.
template <std::size_t N>
struct Record {
  explicit constexpr Record(const std::array<FieldSize, N>& fields) {
    std::size_t widest = 1;
    for (std::size_t k = 0; k < N; ++k) {
      offsets[k] = rounded_up(bytes, fields[k].alignment);
      bytes = offsets[k] + fields[k].bytes;
      widest = std::max(widest, fields[k].alignment);
    }
    bytes = rounded_up(bytes, widest);
  }

  std::size_t bytes = 0;                 ///< from record to record
  std::array<std::size_t, N> offsets{};  ///< where each field begins, in bytes

 private:
  static constexpr std::size_t rounded_up(std::size_t number, std::size_t multiple) {
    return (number + multiple - 1) / multiple * multiple;
  }
};

/// Calls part(field, where it begins in a record) for each field.
template <std::size_t N, class Part, class... Fields>
void for_each_field(const Record<N>& record, Part&& part, const Fields&... fields) {
  static_assert(sizeof...(Fields) == N);
  std::size_t k = 0;
  (part(fields, record.offsets[k++]), ...);
}

}  // namespace partita
