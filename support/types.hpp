#pragma once
/// \file Local and global indices. A global index never becomes a local one silently: -Wconversion is on.

#include <array>
#include <cstdint>
#include <limits>

#include <partita/support/error.hpp>

namespace partita {

/// Number of a value within one rank: all owned values first, then all ghosts.
using local_index = std::int32_t;

/// Number of a value (or of a loop iteration) in the whole machine.
using global_index = std::int64_t;

/// A number of values that one rank holds. Throws Error if local indices cannot count them. Not collective.
inline local_index checked_local(std::int64_t values) {
  if (values > std::numeric_limits<local_index>::max())
    throw Error("one rank would hold ", values, " values, more than local indices can count; use more ranks");
  return static_cast<local_index>(values);
}

/// The two end points of an edge, as global indices.
using Edge = std::array<global_index, 2>;

/// The two end points of an edge, as local indices.
using LocalEdge = std::array<local_index, 2>;

}  // namespace partita
