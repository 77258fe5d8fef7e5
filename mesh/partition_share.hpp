#pragma once
/// \file Partition of a mesh that is on several ranks.

#include <vector>

#include <partita/mesh/mesh_share.hpp>
#include <partita/mesh/partition.hpp>

namespace partita::mesh {

struct Partition {
  std::vector<int> parts;  ///< of each owned vertex: a rank
  global_index edges_cut;  ///< between parts, of the whole mesh
};

/// Partitions the vertices into one part for each rank. The parts depend on the mesh alone.
/// @throws CollectiveError as `partition`
///
/// Collective.
Partition partition(const Communicator& comm, const MeshShare& share,
                    const PartitionOptions& options = {});

}  // namespace partita::mesh
