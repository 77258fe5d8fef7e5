#pragma once
/// \file The communication matrix of a loop over the edges of a partitioned graph: vertices and edges of a
/// mesh, or cells and their common sides.

#include <span>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/support/types.hpp>

namespace partita::phases {

/// The messages of a gather if both sides execute the edges between two parts: rank i sends rank j one unit
/// for each vertex of i that shares an edge with a vertex of j. `part_of` gives each vertex's rank, 0 to
/// ranks-1. O(c log c) for c edges between parts.
CommunicationMatrix mesh_matrix(std::span<const Edge> edges, std::span<const int> part_of, int ranks);

}  // namespace partita::phases
