#pragma once
/// \file Needed by: values per neighbour, and the same as one list of (rank, index).

#include <iterator>
#include <span>
#include <vector>

#include <partita/inspector/location.hpp>
#include <partita/support/types.hpp>

namespace partita {

/// Owned values that one neighbour holds as ghosts, in the order of its ghosts: ascending.
struct NeededBy {
  int rank;
  std::vector<local_index> owned;

  bool operator==(const NeededBy&) const = default;
};

namespace detail {

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

/// The values of all groups, one group after the other: those that messages carry, in their order.
inline std::vector<local_index> needed_values(std::span<const NeededBy> groups) {
  std::vector<local_index> values;
  for (const NeededBy& group : groups) values.insert(values.end(), group.owned.begin(), group.owned.end());
  return values;
}

}  // namespace detail

}  // namespace partita
