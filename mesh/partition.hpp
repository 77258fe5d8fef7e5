#pragma once
/// \file Partition of a mesh's vertices or cells: of a whole mesh by METIS, of shares by other libraries,
/// too.

#include <array>
#include <span>
#include <vector>

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/mesh_share.hpp>
#include <partita/support/names.hpp>

namespace partita::mesh {

/// Karypis, Kumar, "A Fast and High Quality Multilevel Scheme for Partitioning Irregular Graphs", SIAM J.
/// Sci. Comput. 20, 1998 (METIS). Chevalier, Pellegrini, "PT-Scotch: A tool for efficient parallel graph
/// ordering", Parallel Computing 34, 2008.
enum class PartitionMethod {
  k_way,      ///< METIS's, on one rank
  recursive,  ///< METIS's recursive bisection, on one rank
  pt_scotch,  ///< on all ranks; needs a mesh that is on several; where this build has it
  curve,      ///< equal blocks along Hilbert's curve; needs a mesh that is on several
  automatic   ///< k_way for meshes that fit one rank, else one that needs no more memory with more ranks
};

inline constexpr std::array<Name<PartitionMethod>, 2> metis_methods{
    {{PartitionMethod::k_way, "k_way"}, {PartitionMethod::recursive, "recursive"}}};

inline constexpr std::array<Name<PartitionMethod>, 5> partition_methods{
    {{PartitionMethod::automatic, "auto"},
     {PartitionMethod::k_way, "k_way"},
     {PartitionMethod::recursive, "recursive"},
     {PartitionMethod::pt_scotch, "pt_scotch"},
     {PartitionMethod::curve, "curve"}}};

struct PartitionOptions {
  PartitionMethod method = PartitionMethod::k_way;
  int seed = 1;
};

/// Throws Error if METIS's integers cannot count a graph's vertices, or its edges twice. Not collective.
void require_countable_by_metis(global_index vertices, global_index edges);

/// Partitions the vertices into parts of nearly equal size with few edges between them. The same input gives
/// the same parts. With more parts than vertices every vertex is a part, and the other parts are empty.
/// @param mesh `vertices` and `edges` are read
/// @param parts number of parts, at least 1
/// @param options a METIS method, and the seed of its random numbers
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

/// The same for a graph.
/// @param edges each once
///
/// Not collective.
std::vector<int> partition_graph(global_index vertices, std::span<const Edge> edges, int parts,
                                 const PartitionOptions& options);

/// Of a mesh that is on several ranks.
struct Partition {
  std::vector<int> parts;  ///< of each owned vertex: a rank
  global_index edges_cut;  ///< between parts, of the whole mesh
  PartitionMethod method;  ///< that was taken
};

/// Partitions the vertices into one part for each rank. The same mesh gives the same parts.
///
/// METIS partitions on rank 0, which then needs memory for all edges. `automatic` takes METIS up to two
/// million vertices, for larger meshes PT-Scotch, and the curve if PT-Scotch is missing or cannot count the
/// edges. On one rank, or with no more vertices than ranks, parts are equal blocks, by whatever method.
/// @throws CollectiveError as `partition`, and if this build lacks the method
///
/// Collective.
Partition partition(const Communicator& comm, const MeshShare& share, const PartitionOptions& options = {});

/// Edges of the whole mesh between parts. Collective.
/// @param parts  of each owned vertex: its part
global_index edges_cut(const Communicator& comm, const MeshShare& share, const std::vector<int>& parts);

}  // namespace partita::mesh
