#pragma once
/// \file Partition of a graph that is on several ranks, by PT-Scotch, which a build may have.

#include <vector>

#include <partita/mesh/vertex_graph.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// Arcs that PT-Scotch's integers count, two for each edge; 0: this build is without PT-Scotch.
extern const global_index most_arcs_of_pt_scotch;

/// Partitions a graph into one part for each rank. The same graph on the same ranks gives the same parts.
/// Source: Chevalier, Pellegrini, "PT-Scotch: A tool for efficient parallel graph ordering", Parallel
/// Computing 34, 2008.
///
/// @param graph  this rank's block of vertices, on each rank at least one; neighbours have global numbers
/// @return the part of each of its vertices
/// @throws CollectiveError if PT-Scotch fails, or if this build is without it
///
/// Collective.
std::vector<int> part_by_pt_scotch(const Communicator& comm, const VertexGraph<global_index>& graph,
                                   int seed);

}  // namespace partita::mesh
