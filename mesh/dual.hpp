#pragma once
/// \file The median dual of a mesh: the control volumes about its vertices.

#include <array>
#include <vector>

#include <partita/mesh/mesh.hpp>

namespace partita::mesh {

using Normal = std::array<double, 3>;  ///< direction of a face, as long as the face is large

/// Around every vertex the dual cell is closed: over the edges of the vertex, +-edge_normals, and over its
/// boundary faces, half of each boundary_normals (3D: a third), sum to zero up to rounding. The volumes sum
/// to the area (3D: the volume) of the mesh. In two dimensions z is 0.
struct Dual {
  std::vector<Normal>
      edge_normals;             ///< in the order of Mesh::edges; points from the first to the second vertex
  std::vector<double> volumes;  ///< one a vertex: of its dual cell (2D: the area)
  std::vector<Normal> boundary_normals;  ///< in the order of Mesh::boundary; points out of the domain
};

/// The median dual of a mesh in two or three dimensions. Throws Error for a mesh without points, and when an
/// edge of a cell is missing from `edges`.
Dual median_dual(const Mesh& mesh);

}  // namespace partita::mesh
