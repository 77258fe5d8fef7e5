#pragma once
/// \file The median dual of a mesh: the control volumes around its vertices.

#include <array>
#include <vector>

#include <partita/mesh/mesh.hpp>

namespace partita::mesh {

using Normal = std::array<double, 3>;  ///< normal of a face; its length is the face's area (2D: length)

/// Normals and volumes of the dual cells. Every dual cell is closed: its edge_normals, with sign, and its
/// share of each adjacent boundary face (see `boundary_share`) sum to zero up to rounding. The volumes sum to
/// the area (3D: volume) of the mesh. In two dimensions z is 0.
///
/// A quadrilateral side need not be plane. It stands for the triangles between its edges and the mean of its
/// vertices.
struct Dual {
  std::vector<Normal>
      edge_normals;             ///< in the order of Mesh::edges; points from the first to the second vertex
  std::vector<double> volumes;  ///< per vertex: volume of its dual cell (2D: area)
  std::vector<Normal> boundary_normals;  ///< in the order of Mesh::boundary; points out of the domain
};

/// Computes the median dual of a mesh in two or three dimensions.
/// @throws Error if the mesh has no points, or `edges` lacks an edge of a cell
///
/// Not collective.
Dual median_dual(const Mesh& mesh);

/// The same for a share of a mesh (see mesh_share.hpp): volumes are complete for the vertices of `range`.
/// @param mesh has all cells at these vertices, and the edges whose smaller vertex is one of them
Dual median_dual(const Mesh& mesh, const VertexRange& range);

/// The part of a boundary face's normal that belongs to the dual cell of one of its corners: half of a
/// segment's, a third of a triangle's. A quadrilateral is cut from its centroid to the middles of its edges.
/// @param corner 0 to face.corners().size() - 1
///
/// Not collective.
Normal boundary_share(const Mesh& mesh, const BoundaryFace& face, std::size_t corner);

}  // namespace partita::mesh
