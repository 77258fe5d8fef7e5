#pragma once
/// \file Cells as finite volumes, for cell-centred codes: their faces, volumes and centroids.

#include <array>
#include <cstddef>
#include <vector>

#include <partita/mesh/dual.hpp>
#include <partita/mesh/mesh.hpp>

namespace partita::mesh {

/// Every side of every cell once. First come the `inner` faces, between two cells, ascending by (left,
/// right), then by vertices; then those on the boundary, in the order of Mesh::boundary. All lists have this
/// order.
///
/// Every cell is closed: the normals of its faces, negated if it is on their right, sum to zero up to
/// rounding. A quadrilateral side need not be plane. It stands for the triangles between its edges and the
/// mean of its vertices.
struct Faces {
  std::size_t inner = 0;  ///< number of faces between two cells
  std::vector<std::array<global_index, 2>>
      cells;  ///< left and right cell; left is the smaller number, right is -1 on the boundary
  std::vector<Normal> normals;  ///< from left to right, out of the domain on the boundary; length: area (2D:
                                ///< length)
  std::vector<Point> centres;   ///< centroids
  std::vector<int> markers;     ///< index into Mesh::markers; -1 inside
  std::vector<std::array<global_index, 4>>
      vertices;  ///< in the order of BoundaryFace, seen from the left cell; behind the corners, -1
};

/// Finds the faces of a mesh in two or three dimensions, in O(cells log cells).
/// @param mesh as `read`, `naca` give it
/// @throws Error if the mesh has no cells, if more than two cells share a side, or if Mesh::boundary does not
/// list each side of exactly one cell once
///
/// Not collective.
Faces faces(const Mesh& mesh);

/// Of all cells, in the order of Mesh::cells.
struct CellGeometry {
  std::vector<Point> centroids;  ///< of area or volume, not means of vertices
  std::vector<double> volumes;   ///< 2D: areas; they sum to the mesh's up to rounding
};

/// Volumes and centroids of the cells of a mesh. Sides that are not plane are those of `faces`.
/// @throws Error if the mesh has no cells
///
/// Not collective.
CellGeometry cell_geometry(const Mesh& mesh);

/// The pairs of cells that share a side: the edges of the graph that `partition_cells` cuts.
/// @param mesh `vertices`, `cells` and `cell_vertices` are read
/// @return each pair once, smaller cell first, ascending
/// @throws Error if more than two cells share a side
///
/// Not collective.
std::vector<Edge> adjacent_cells(const Mesh& mesh);

}  // namespace partita::mesh
