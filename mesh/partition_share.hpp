#pragma once
/// \file Partition of a mesh that is on several ranks.

#include <vector>

#include <partita/mesh/mesh_share.hpp>
#include <partita/mesh/partition.hpp>

namespace partita::mesh {

struct Partition {
  std::vector<int> parts;  ///< of each owned vertex: a rank
  global_index edges_cut;  ///< between parts, of the whole mesh
  PartitionMethod method;  ///< that was taken
};

/// Partitions the vertices into one part for each rank. The same mesh gives the same parts.
///
/// METIS partitions on rank 0, which then needs memory for all edges. `automatic` takes METIS up to two
/// million vertices, for larger meshes PT-Scotch, and the curve if PT-Scotch is missing or cannot count the
/// edges.
/// @throws CollectiveError as `partition`, and if this build lacks the method
///
/// Collective.
Partition partition(const Communicator& comm, const MeshShare& share, const PartitionOptions& options = {});

}  // namespace partita::mesh
