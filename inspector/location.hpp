#pragma once
/// \file Location: the owner of a value, and the value's place there.

#include <compare>
#include <vector>

#include <partita/support/types.hpp>

namespace partita {

/// Where one global index lives.
struct Location {
  int rank;
  local_index index;  ///< its place among the owner's owned values

  auto operator<=>(const Location&) const = default;  ///< by rank, then by index
};

/// Owned values that one neighbour holds as ghosts, in the order of its ghosts: ascending.
struct NeededBy {
  int rank;
  std::vector<local_index> owned;

  bool operator==(const NeededBy&) const = default;
};

/// Stands for a value that this rank neither owns nor has as a ghost.
inline constexpr local_index nowhere = -1;

}  // namespace partita
