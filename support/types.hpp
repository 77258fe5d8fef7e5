#pragma once
/// \file The three kinds of index of the project. They never mix silently: -Wconversion is on.

#include <array>
#include <cstdint>

namespace partita {

/// Number of a value within one rank: all owned values first, then all ghosts.
using local_index = std::int32_t;

/// Number of a value (or of a loop iteration) in the whole machine.
using global_index = std::int64_t;

/// The two end points of an edge, as global indices.
using Edge = std::array<global_index, 2>;

/// The two end points of an edge, as local indices.
using LocalEdge = std::array<local_index, 2>;

}  // namespace partita
