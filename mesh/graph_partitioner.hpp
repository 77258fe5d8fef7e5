#pragma once
/// \file Partition of a graph that is on several ranks, by a library that a build may have.

#include <vector>

#include <partita/mesh/vertex_graph.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

struct GraphPartitioner {
  const char* name;
  global_index most_arcs;  ///< two for each edge, that the library's integers count; 0: not in this build

  /// Partitions a graph into one part for each rank. The same graph on the same ranks gives the same parts.
  ///
  /// @param graph  this rank's block of vertices, on each rank at least one; neighbours have global numbers
  /// @return the part of each of its vertices
  /// @throws CollectiveError if the library fails
  ///
  /// Collective.
  std::vector<int> (*part)(const Communicator& comm, const VertexGraph<global_index>& graph, int seed);

  [[nodiscard]] bool available() const { return most_arcs > 0; }
};

/// Chevalier, Pellegrini, "PT-Scotch: A tool for efficient parallel graph ordering", Parallel Computing 34,
/// 2008.
extern const GraphPartitioner pt_scotch_library;

/// Karypis, Kumar, "Parallel Multilevel k-way Partitioning Scheme for Irregular Graphs", SIAM Review 41,
/// 1999.
extern const GraphPartitioner parmetis_library;

}  // namespace partita::mesh
