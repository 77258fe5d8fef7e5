#pragma once
/// \file Partition of a graph by METIS.

#include <span>
#include <vector>

#include <partita/mesh/partition.hpp>

namespace partita::mesh {

/// Throws Error if METIS's integers cannot count a graph's vertices, or its edges twice. Not collective.
void require_countable_by_metis(global_index vertices, global_index edges);

/// Partitions the vertices of a graph; see `partition`.
/// @param edges each once
/// @return the part of each vertex, 0 to parts-1
/// @throws Error as `partition`
///
/// Not collective.
std::vector<int> part_graph(global_index vertices, std::span<const Edge> edges, int parts,
                            const PartitionOptions& options);

}  // namespace partita::mesh
