#pragma once
/// \file A fingerprint of a field: the same on any number of ranks, whichever rank owns a value.
///
/// Each owned entity has two hashes of 64 bits, of its global number and of the bits of its values. The
/// fingerprint is their two sums over all ranks, so it depends on no order. Two fields that differ in one bit
/// have the same fingerprint with a chance of 2^-128.
///
/// For runs whose values differ in their last bits, a *sketch* says by how much: sums of all values, each
/// with a sign that is a hash of its global number. If x and y are two fields, E (sum of signs * (x - y))^2 =
/// |x - y|^2. So the differences of a few sketches estimate the distance of two fields of which neither run
/// knows the other. Source: Alon, Matias, Szegedy, "The space complexity of approximating the frequency
/// moments", JCSS 58, 1999. The sums are exact, so they are the same on any number of ranks, too.

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include <partita/executor/replay/memory/field_memory.hpp>
#include <partita/inspector/places.hpp>
#include <partita/inspector/translation_table.hpp>

namespace partita {

/// 128 bits.
struct Fingerprint {
  std::array<std::uint64_t, 2> sums{};

  bool operator==(const Fingerprint&) const = default;
  std::string hex() const;  ///< 32 digits
};

namespace detail {

/// The values of a field that this rank owns: value k is that of the global number numbers[k], and lies at
/// entity places.of_owned(k). Without numbers: `count` values without names.
struct OwnedValues {
  const FieldMemory& field;
  std::span<const global_index> numbers;
  local_index count;
  const Places* places = nullptr;  ///< null: value k at entity k

  local_index entity(local_index k) const { return places == nullptr ? k : places->of_owned(k); }
  /// Uses room in `bytes` for the values of one entity, in the order of messages.
  std::span<const std::byte> values(local_index k, std::vector<std::byte>& bytes) const;
  /// Of an entity that several ranks compute, one counts; it has a negative number on the others.
  bool is_elsewhere(local_index k) const { return number(k) < 0; }
  global_index number(local_index k) const {
    return numbers.empty() ? 0 : numbers[static_cast<std::size_t>(k)];
  }
};

/// What a mark keeps of a field.
struct Digest {
  Fingerprint fingerprint;
  std::uint64_t count = 0;  ///< entities
  std::uint64_t nan = 0;    ///< values that are NaN
  double norm = 0;          ///< root of the sum of squares; NaN unless they are floating-point numbers
  std::array<double, 4> sketch{};
};

/// Collective.
Digest digest(const Communicator& comm, const OwnedValues& values);

/// A floating-point number of 4 or 8 bytes, or an integer; others are 0. `kind` is the field's.
double number_of(const std::byte* value, std::size_t bytes, ValueKind kind);

}  // namespace detail

/// Of the owned values of a field: `table` tells their global numbers, value k at entity k. Collective: a few
/// reductions.
/// @param field  of a vector, or any FieldView: `FieldView<double>::contiguous(values, components)`
Fingerprint fingerprint(const TranslationTable& table, const FieldMemory& field);

}  // namespace partita
