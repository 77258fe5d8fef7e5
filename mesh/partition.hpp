#pragma once
/// \file Partition of a mesh's vertices or cells by METIS.

#include <array>
#include <span>
#include <vector>

#include <partita/mesh/mesh.hpp>
#include <partita/support/names.hpp>

namespace partita::mesh {

/// METIS's methods. Karypis, Kumar, "A Fast and High Quality Multilevel Scheme for Partitioning Irregular
/// Graphs", SIAM J. Sci. Comput. 20, 1998.
enum class PartitionMethod { k_way, recursive };

inline constexpr std::array<Name<PartitionMethod>, 2> partition_methods{
    {{PartitionMethod::k_way, "k_way"}, {PartitionMethod::recursive, "recursive"}}};

struct PartitionOptions {
  PartitionMethod method = PartitionMethod::k_way;
  int seed = 1;
};

/// Partitions the vertices into parts of nearly equal size with few edges between them. The same input gives
/// the same parts. With more parts than vertices every vertex is a part, and the other parts are empty.
/// @param mesh `vertices` and `edges` are read
/// @param parts number of parts, at least 1
/// @param options METIS method, and the seed of its random numbers
/// @return the part of each vertex, 0 to parts-1
/// @throws Error if METIS fails: its integers are too small for the mesh, or memory is short
///
/// Not collective.
std::vector<int> partition(const Mesh& mesh, int parts, const PartitionOptions& options = {});

/// The same for the cells: parts of nearly equal size with few sides between them. With more parts than cells
/// every cell is a part.
/// @param mesh `vertices`, `cells` and `cell_vertices` are read
/// @return the part of each cell, 0 to parts-1
/// @throws Error also if the mesh is a bare graph, or if more than two cells share a side
///
/// Not collective.
std::vector<int> partition_cells(const Mesh& mesh, int parts, const PartitionOptions& options = {});

/// The number of edges between parts: for cells, of the pairs that `adjacent_cells` gives. Not collective.
global_index edge_cut(std::span<const Edge> edges, std::span<const int> parts);

/// Vertices, or cells, of the largest part over the mean; 1 is perfect. Not collective.
double imbalance(std::span<const int> part_of, int parts);

}  // namespace partita::mesh
