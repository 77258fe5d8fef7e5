#pragma once
/// \file Block distribution: equal shares of consecutive indices, in closed form.

#include <algorithm>

#include <partita/inspector/location.hpp>
#include <partita/support/types.hpp>

namespace partita::detail {

/// Consecutive blocks of 0 .. size-1, one per rank: the first (size mod ranks) blocks are longer by one.
struct BlockDistribution {
  global_index size;
  int ranks;

  /// First index of that rank's block.
  global_index first(int rank) const {
    return rank * (size / ranks) + std::min<global_index>(rank, size % ranks);
  }

  local_index length(int rank) const { return checked_local(first(rank + 1) - first(rank)); }

  Location locate(global_index index) const {
    const global_index length = size / ranks;
    const global_index longer = size % ranks;  // blocks with one more
    const global_index rank =
        index < longer * (length + 1) ? index / (length + 1) : (index - longer) / length;
    return {static_cast<int>(rank), static_cast<local_index>(index - first(static_cast<int>(rank)))};
  }
};

}  // namespace partita::detail
