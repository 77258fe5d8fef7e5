#pragma once
/// \file The median dual of a mesh: the control volumes about its vertices.

#include <array>
#include <vector>

#include <partita/mesh/mesh.hpp>

namespace partita::mesh {

using Normal = std::array<double, 2>;  ///< direction of a face, as long as the face

/// Around every vertex the dual cell is closed: over the edges of the vertex, +-edge_normals, and over its
/// boundary faces, half of each boundary_normals, sum to zero up to rounding. The volumes sum to the area of
/// the mesh.
struct Dual {
  std::vector<Normal>
      edge_normals;             ///< in the order of Mesh::edges; points from the first to the second vertex
  std::vector<double> volumes;  ///< one a vertex: the area of its dual cell
  std::vector<Normal> boundary_normals;  ///< in the order of Mesh::boundary; points out of the domain
};

/// The median dual of a mesh of triangles and quadrilaterals. Throws Error for a mesh in three dimensions or
/// without points, and when a side of a cell is missing from `edges`.
Dual median_dual(const Mesh& mesh);

}  // namespace partita::mesh
