#pragma once
/// \file Values per neighbour as one list of (rank, index), and back: for set operations on patterns.

#include <iterator>
#include <span>
#include <vector>

#include <partita/inspector/location.hpp>
#include <partita/support/types.hpp>

namespace partita::detail {

/// One pair (rank, index) for each index of each rank, in the same order.
inline std::vector<Location> flat(std::span<const NeededBy> groups) {
  std::vector<Location> pairs;
  for (const NeededBy& group : groups)
    for (const local_index index : group.owned) pairs.push_back({group.rank, index});
  return pairs;
}

/// The way back: a group for each run of pairs with the same rank.
inline std::vector<NeededBy> group_by_rank(std::span<const Location> pairs) {
  std::vector<NeededBy> groups;
  for (const auto& [rank, index] : pairs) {
    if (groups.empty() || groups.back().rank != rank) groups.push_back({rank, {}});
    groups.back().owned.push_back(index);
  }
  return groups;
}

/// What a set operation, such as std::ranges::set_union, makes of two ascending lists.
template <class Operation>
std::vector<Location> combined(std::span<const Location> one, std::span<const Location> other,
                               Operation operation) {
  std::vector<Location> result;
  operation(one, other, std::back_inserter(result));
  return result;
}

}  // namespace partita::detail
