#pragma once
/// \file The mesh as rank 0 prepares it for all ranks: dual, numbering, partition.

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <partita/mesh/dual.hpp>
#include <partita/mesh/mesh.hpp>

#include "options.hpp"
#include "vector.hpp"

namespace partita::airfoil {

enum class FaceKind : int {
  wall,      ///< the gas slips along it and exerts pressure
  symmetry,  ///< the gas slips along it; beyond lies the mirror image
  far_field
};

/// Vertices are renumbered to reduce the bandwidth. A rank's vertices, kept in this order, have a small
/// bandwidth too. All vectors except the mesh itself use the new numbering. Ranks other than 0 have an empty
/// share. All numberings are independent of the partition and of the number of ranks.
template <int D>
struct Geometry {
  mesh::Mesh mesh;                        ///< as read or generated
  std::vector<global_index> file_number;  ///< of each vertex: its number in the mesh
  std::vector<int> parts;                 ///< owner of each vertex

  std::vector<Vector<D>> points;
  std::vector<double> volumes;
  std::vector<Edge> edges;  ///< smaller end first, ascending
  std::vector<Vector<D>> normals;

  /// Faces of the boundary have D corners with equal shares. A quadrilateral is cut into four, one for each
  /// corner, which such a face repeats. So the corner's own pressure acts on its share, which is exact for
  /// linear pressure in boxes.
  std::vector<std::array<global_index, D>> faces;
  std::vector<Vector<D>> face_normals;
  std::vector<FaceKind> face_kinds;
  std::vector<FaceKind> marker_kinds;  ///< of each marker of the mesh that has faces

  global_index edges_cut = 0;  ///< by the partition
  double imbalance = 1;        ///< vertices of the largest part over the mean
};

/// Adds a face of the mesh's boundary to `faces`, with its normals and kind.
/// @param face index into the mesh's boundary
/// @param number of each vertex of the mesh: its number in the geometry
template <int D>
void add_face(Geometry<D>& geometry, const mesh::Mesh& mesh, const mesh::Dual& dual, std::size_t face,
              std::span<const global_index> number, FaceKind kind);

/// Reads or generates the mesh. Rank 0 calls it; not collective. Throws Error if this solver cannot use the
/// file.
mesh::Mesh read_or_make(const Options& options);

/// Prepares a mesh of D dimensions. Rank 0 calls it; not collective. Throws Error if this solver cannot use
/// the boundary markers.
template <int D>
Geometry<D> prepare(mesh::Mesh mesh, const Options& options, int ranks);

}  // namespace partita::airfoil
