#pragma once
/// \file A fingerprint of a sequence of values, 64 bits: FNV-1a, mixed at the end.
///
/// Two sequences that differ have the same fingerprint with a chance of 2^-64.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>

namespace partita {

/// 16 hexadecimal digits.
inline std::string hex(std::uint64_t value) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(value));
  return digits;
}

/// A bijection that spreads every bit over all: the finalizer of Appleby's MurmurHash3.
inline std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ (bits >> 33)) * 0xff51afd7ed558ccdu;
  bits = (bits ^ (bits >> 33)) * 0xc4ceb9fe1a85ec53u;
  return bits ^ (bits >> 33);
}

/// One of `ranks` ranks, by a hash: where equal things of all ranks meet.
inline int meeting_rank(std::uint64_t hash, int ranks) {
  return static_cast<int>(hash % static_cast<std::uint64_t>(ranks));
}

/// FNV-1a of the bytes of some values, one after the other.
class Hash {
 public:
  Hash() = default;

  /// Continues after the values whose hash has this `state`.
  explicit Hash(std::uint64_t state) : state_(state) {}

  /// Adds values, and contiguous ranges of values. The length of a range counts unless its type tells it, so
  /// the end of one is not taken for the beginning of the next. Pointers are refused, and types with padding:
  /// its bytes are undefined.
  template <class... Values>
  Hash& add(const Values&... values) {
    (add_one(values), ...);
    return *this;
  }

  /// Every bit depends on all values. So hashes may be added up, over ranks or elements, or cut to a few
  /// bits.
  std::uint64_t value() const { return mixed(state_); }

  /// 16 hexadecimal digits.
  std::string hex() const { return partita::hex(value()); }

  /// FNV-1a itself, to continue from. It barely mixes the last value: in a sum, two sequences that swap their
  /// last values often cancel.
  std::uint64_t state() const { return state_; }

 private:
  template <class Value>
  void add_one(const Value& value) {
    if constexpr (!std::ranges::contiguous_range<Value>) {
      add_one(std::span<const Value, 1>(&value, 1));
    } else {
      const std::span values(value);
      using T = typename decltype(values)::value_type;
      static_assert(std::is_floating_point_v<T> || std::has_unique_object_representations_v<T>);
      static_assert(!std::is_pointer_v<T>);
      if constexpr (decltype(values)::extent == std::dynamic_extent) add_one(std::uint64_t{values.size()});
      for (const std::byte byte : std::as_bytes(values))
        state_ = (state_ ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3u;
    }
  }

  std::uint64_t state_ = 0xcbf29ce484222325u;
};

}  // namespace partita
