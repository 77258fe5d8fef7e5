#pragma once
/// \file Contributions sorted by the target that they are summed into, with each target's order kept.
///
/// Floating-point sums depend on their order. A sum formed per target, in the order of the list, has the same
/// bits on any number of threads, and needs no atomics.

#include <span>
#include <vector>

#include <partita/support/types.hpp>

namespace partita::detail {

/// Targets with their contributions, as a compressed list. A contribution's number is its place in the list
/// that it came from. The contributions to targets[k] are numbers[first[k]], ..., numbers[first[k + 1] - 1].
struct OrderedContributions {
  std::vector<local_index> targets;  ///< ascending; each has a contribution
  std::vector<local_index> first;    ///< one more than there are targets
  std::vector<local_index> numbers;  ///< ascending for each target
};

/// Sorts contributions by target in linear time (counting sort).
///
/// @param target_of  target of each contribution, in the order of summation
/// @param end        a contribution whose target is not below `end` is left out
/// @throws Error if there are more contributions than local indices can count.
/// Not collective.
OrderedContributions ordered_contributions(std::span<const local_index> target_of, local_index end);

}  // namespace partita::detail
