#pragma once
/// \file Radix order: the ascending order of many keys, in linear time.

#include <cstdint>
#include <span>
#include <vector>

#include <partita/support/types.hpp>

namespace partita::detail {

/// The places of `keys`, none negative, in ascending order of the keys; equal keys keep their order. By
/// digits of 11 bits, the lowest first, without those that all keys share: linear in the number of keys, and
/// quick when they come from a narrow range. Keys that ascend already cost one look.
///
/// Radix sort from the least significant digit: D. Knuth, "The Art of Computer Programming" 3, section 5.2.5,
/// algorithm R, with arrays for its lists.
std::vector<local_index> radix_order(std::span<const std::int64_t> keys);

}  // namespace partita::detail
