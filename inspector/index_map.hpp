#pragma once
/// \file Index map: numbers global indices in the order in which they are first seen.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <partita/support/types.hpp>

namespace partita::detail {

/// A set of global indices (not negative), each with a number: 0 for the one inserted first, and so on.
///
/// An open-addressing hash table made for mesh numberings: its slots hold numbers, the indices lie behind
/// them in order of number. Sixteen consecutive indices share a group of sixteen slots, as much as a cache
/// line holds. Which group, says a hash of the index without its low four bits; which slot in it, the low
/// bits, turned by the same hash so that indices with equal low bits (a stride) still use all slots. An index
/// whose slot is taken goes on to the same place in the next group and one further, and its neighbours, whose
/// slots are then taken too, go with it. At least half of the slots are free.
class IndexMap {
 public:
  static constexpr local_index absent = -1;

  /// The number of `index`: the next one, if it is new. Amortised O(1). Throws Error when there are more
  /// than local indices can count.
  local_index insert(global_index index) {
    std::size_t slot = slot_of(index);
    if (slots_[slot] != absent) return slots_[slot];
    if (2 * (indices_.size() + 1) > slots_.size()) {
      grow();
      slot = slot_of(index);
    }
    slots_[slot] = static_cast<local_index>(indices_.size());
    indices_.push_back(index);
    return slots_[slot];
  }

  /// The number of `index`, or `absent`.
  local_index find(global_index index) const { return slots_[slot_of(index)]; }

  std::size_t size() const { return indices_.size(); }

  /// All of them, by number.
  std::span<const global_index> indices() const { return indices_; }

 private:
  static constexpr int group_bits = 4;
  static constexpr std::size_t group = std::size_t{1} << group_bits;

  // The slot where `index` is, or the free one where it belongs.
  std::size_t slot_of(global_index index) const {
    const auto bits = static_cast<std::uint64_t>(index);
    const std::uint64_t hash = mixed(bits >> group_bits);
    std::size_t slot =
        (hash << group_bits | ((bits ^ hash >> (64 - group_bits)) % group)) & (slots_.size() - 1);
    while (slots_[slot] != absent && indices_[static_cast<std::size_t>(slots_[slot])] != index)
      slot = (slot + group + 1) & (slots_.size() - 1);  // an odd step comes past every slot
    return slot;
  }

  // Multiplied, the low bits decide the high ones; folded, the high bits decide the low ones too.
  static std::uint64_t mixed(std::uint64_t bits) {
    bits = (bits ^ bits >> 32) * 0x9e3779b97f4a7c15u;  // 2^64 by the golden ratio
    return bits ^ bits >> 32;
  }

  void grow() {
    (void)checked_local(static_cast<std::int64_t>(slots_.size()));  // as many indices may be numbered then
    slots_.assign(2 * slots_.size(), absent);
    for (std::size_t number = 0; number < indices_.size(); ++number)
      slots_[slot_of(indices_[number])] = static_cast<local_index>(number);
  }

  std::vector<global_index> indices_;
  std::vector<local_index> slots_ = std::vector<local_index>(group, absent);  // a power of two
};

}  // namespace partita::detail
