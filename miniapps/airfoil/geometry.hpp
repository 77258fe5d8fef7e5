#pragma once
/// \file The mesh as rank 0 prepares it for the others: dual, numbering, partition.

#include <array>
#include <string>
#include <vector>

#include <partita/mesh/mesh.hpp>

#include "options.hpp"
#include "subdomain.hpp"

namespace partita::airfoil {

/// Vertices are renumbered to reduce the bandwidth; a rank's vertices, kept in this order, have a small one
/// too. All vectors but the mesh itself are in the new numbering. Ranks other than 0 have an empty one: no
/// share. All numberings are independent of the partition and of the number of ranks.
template <int D>
struct Geometry {
  mesh::Mesh mesh;                        ///< as read or made
  std::vector<global_index> file_number;  ///< of each vertex: its number in the mesh
  std::vector<int> parts;                 ///< owner of each vertex

  std::vector<Vector<D>> points;
  std::vector<double> volumes;
  std::vector<Edge> edges;  ///< smaller end first, ascending
  std::vector<Vector<D>> normals;

  std::vector<std::array<global_index, D>> faces;
  std::vector<Vector<D>> face_normals;
  std::vector<FaceKind> face_kinds;

  global_index edges_cut = 0;  ///< by the partition
  double imbalance = 1;        ///< vertices of the largest part over the mean
};

/// Reads or makes the mesh. No communication: rank 0 calls it. Throws Error for files that this solver cannot
/// use.
mesh::Mesh read_or_make(const Options& options);

/// Prepares a mesh of D dimensions. No communication: rank 0 calls it. Throws Error for boundary markers that
/// this solver cannot use.
template <int D>
Geometry<D> prepare(mesh::Mesh mesh, const Options& options, int ranks);

}  // namespace partita::airfoil
