#pragma once
/// \file Needed by: values per neighbour, and the same as one list of (rank, index).

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
std::vector<Location> flat(std::span<const NeededBy> groups);

/// The way back: a group for each run of pairs with the same rank.
std::vector<NeededBy> group_by_rank(std::span<const Location> pairs);

/// The values of all groups, one group after the other: those that messages carry, in their order.
std::vector<local_index> needed_values(std::span<const NeededBy> groups);

}  // namespace detail

}  // namespace partita
