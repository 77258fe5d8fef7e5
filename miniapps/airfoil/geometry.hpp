#pragma once
/// \file A share of the mesh as its rank prepares it for distribution: dual, boundary, partition.

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <partita/mesh/draft.hpp>
#include <partita/mesh/dual.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/support/communicator.hpp>

#include "boundaries.hpp"
#include "options.hpp"
#include "vector.hpp"

namespace partita::airfoil {

/// The same on all ranks.
struct MeshFacts {
  global_index cells = 0, welded_points = 0;
  std::vector<Boundary> boundaries;  ///< by marker
  std::vector<std::string> remarks;  ///< on what the mesh and the flow may not mean together
  mesh::PartitionMethod partition = mesh::PartitionMethod::k_way;
  bool keeps_ranks = false;     ///< in place of a partition, points stay on their ranks
  double imbalance_before = 0;  ///< largest part over the mean, if they stay; 0: there were no ranks before
  global_index edges_cut = 0;
  double partition_seconds = 0;  ///< on the slowest rank, also to find out whether points may stay
};

/// Vertices are renumbered along Hilbert's curve: neighbours are near each other in memory, also on a rank
/// that has some of the vertices in this order. Each list is a rank's share of the list of the whole mesh, in
/// consecutive shares. All numbers are those of the whole mesh, and independent of the number of ranks.
template <int D>
struct Geometry {
  MeshFacts facts;
  std::vector<global_index> file_number;  ///< of each vertex: its number in the draft
  std::vector<int> parts;                 ///< the rank of each vertex after the distribution

  std::vector<Vector<D>> points;
  std::vector<double> volumes;
  std::vector<Edge> neighbours;  ///< of each vertex: the vertex, a neighbour; ascending
  std::vector<Edge> edges;       ///< smaller end first, ascending
  std::vector<Vector<D>> ways;   ///< of each edge: from its first end to its second
  std::vector<Vector<D>> normals;

  /// Faces of the boundary have D corners with equal shares. A quadrilateral is cut into four, one for each
  /// corner, which such a face repeats. So the corner's own pressure acts on its share, which is exact for
  /// linear pressure in boxes.
  std::vector<std::array<global_index, D>> faces;
  std::vector<Vector<D>> face_normals;
  std::vector<FaceKind> face_kinds;
  std::vector<Vector<D>> wall_points;  ///< the corners of the walls' faces

  /// Levels for multigrid, finest first (see agglomerate.hpp). Their vertices are cells; there are neither
  /// parts nor neighbours nor wall points.
  std::vector<Geometry> coarser;
  std::vector<global_index> parents;  ///< of each vertex: its cell on the next coarser level
  std::vector<double> areas;  ///< of each edge of a coarser level: of all faces whose normals are added
};

/// Adds a face of the mesh's boundary to `faces`, with its normals and kind.
/// @param face index into the mesh's boundary
/// @param number of each vertex of the mesh: its number in the geometry
template <int D>
void add_face(Geometry<D>& geometry, const mesh::Mesh& mesh, const mesh::Dual& dual, std::size_t face,
              std::span<const global_index> number, FaceKind kind);

/// Reads or generates this rank's share of the mesh, and levels it (see mesh_share.hpp). Collective. Throws
/// CollectiveError if this solver cannot use the file.
mesh::Draft read_or_make(const Communicator& comm, const Options& options);

/// The ranks that points of a draft were on before, by their numbers. Collective.
using RanksBefore = std::function<std::vector<int>(const std::vector<global_index>&)>;

/// Prepares a mesh of D dimensions. Collective. Throws CollectiveError if this solver cannot use the
/// boundary (see boundaries.hpp).
/// @param ranks_before  none: the mesh is partitioned. Else it is if parts would differ too much
template <int D>
Geometry<D> prepare(const Communicator& comm, mesh::Draft draft, const Options& options,
                    const RanksBefore& ranks_before = {});

/// What a run is of, in words with fingerprints: the same on any number of ranks.
struct Identity {
  std::string mesh;
  std::vector<std::string> boundary;  ///< walls, symmetry planes, far field
};

/// Collective.
template <int D>
Identity identity_of(const Communicator& comm, const Geometry<D>& geometry);

}  // namespace partita::airfoil
