#pragma once
/// \file Partition of a graph that is on several ranks, by PT-Scotch.

#include <span>
#include <vector>

#include <partita/mesh/vertex_graph.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// This build has PT-Scotch; else `part_by_pt_scotch` throws.
bool has_pt_scotch();

/// The most arcs, two for each edge, that PT-Scotch's integers can count.
global_index most_arcs_of_pt_scotch();

/// Partitions a graph into one part for each rank. The same graph on the same ranks gives the same parts.
///
/// @param graph  this rank's block of vertices; neighbours have global numbers
/// @return the part of each of its vertices
/// @throws CollectiveError if PT-Scotch fails or is not in this build
///
/// Collective. Chevalier, Pellegrini, "PT-Scotch: A tool for efficient parallel graph ordering", Parallel
/// Computing 34, 2008.
std::vector<int> part_by_pt_scotch(const Communicator& comm, const VertexGraph<global_index>& graph,
                                   int seed);

}  // namespace partita::mesh
