#pragma once
/// \file Where a value lives: its owner, and its place there.

#include <compare>

#include <partita/support/types.hpp>

namespace partita {

/// Where one global index lives.
struct Location {
  int rank;
  local_index index;  ///< its place among the owner's owned values

  auto operator<=>(const Location&) const = default;  ///< by rank, then by index
};

}  // namespace partita
