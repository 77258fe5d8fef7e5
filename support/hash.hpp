#pragma once
/// \file A fingerprint of a sequence of values: FNV-1a, 64 bits.

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

class Hash {
 public:
  Hash() = default;

  /// Continues after the values whose hash has this `value`.
  explicit Hash(std::uint64_t value) : state_(value) {}

  /// Adds the bytes of values and of the elements of contiguous ranges. Types with padding are refused: its
  /// bytes are undefined.
  template <class... Values>
  Hash& add(const Values&... values) {
    (add_one(values), ...);
    return *this;
  }

  std::uint64_t value() const { return state_; }

  /// The hash of one of many sequences, for a sum or an XOR of all. FNV-1a barely mixes the last value: in a
  /// sum of value(), two sequences that swap their last values often cancel.
  std::uint64_t summand() const { return mixed(state_); }

  /// 16 hexadecimal digits.
  std::string hex() const { return partita::hex(state_); }

 private:
  template <class Value>
  void add_one(const Value& value) {
    if constexpr (!std::ranges::contiguous_range<Value>) {
      add_one(std::span(&value, 1));
    } else {
      using T = std::ranges::range_value_t<Value>;
      static_assert(std::is_floating_point_v<T> || std::has_unique_object_representations_v<T>);
      for (const std::byte byte : std::as_bytes(std::span(value)))
        state_ = (state_ ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3u;
    }
  }

  std::uint64_t state_ = 0xcbf29ce484222325u;
};

}  // namespace partita
