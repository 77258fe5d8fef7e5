#pragma once
/// \file An unstructured mesh in the memory of one rank: points, cells, boundary.

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include <partita/support/types.hpp>

namespace partita::mesh {

using Point = std::array<double, 3>;  ///< x, y, z; z is 0 in two dimensions

/// Vertices begin, ..., end - 1.
struct VertexRange {
  global_index begin, end;

  bool contains(global_index vertex) const { return begin <= vertex && vertex < end; }
  global_index size() const { return end - begin; }
};

/// In 3D a hexahedron has the corners 0 1 2 3 and above them 4 5 6 7; a prism 0 1 2 and above them 3 4 5; a
/// pyramid 0 1 2 3 and above them 4; a tetrahedron 0 1 2 and above them 3. The lower corners turn
/// counter-clockwise seen from above.
enum class CellType : std::uint8_t { triangle, quadrilateral, tetrahedron, hexahedron, prism, pyramid };

/// Number of vertices of a cell of this type.
constexpr int vertices_of(CellType type) {
  return std::array{3, 4, 4, 8, 6, 5}[static_cast<std::size_t>(type)];
}

/// The corners of a side: the entries before those that are -1.
template <class Index>
constexpr std::span<const Index> corners_of(const std::array<Index, 4>& side) {
  return std::span(side).first(side[2] < 0 ? 2 : side[3] < 0 ? 3 : 4);
}

/// One side of a cell on the boundary: two vertices in 2D, three or four in 3D. In 2D the domain lies to the
/// left of the segment from the first to the second vertex.
struct BoundaryFace {
  std::array<global_index, 4> vertices{-1, -1, -1, -1};  ///< behind the corners, -1
  int marker = 0;                                        ///< index into Mesh::markers

  BoundaryFace(std::initializer_list<global_index> corners, int marker_of_face) : marker(marker_of_face) {
    std::copy_n(corners.begin(), std::min(corners.size(), vertices.size()), vertices.begin());
  }

  std::span<const global_index> corners() const { return corners_of(vertices); }

  bool operator==(const BoundaryFace&) const = default;
};

struct Mesh {
  int dimension = 2;            ///< 2 or 3
  global_index vertices = 0;    ///< number of vertices; equals points.size() except in a bare graph
  std::vector<Point> points;    ///< empty for a bare graph (METIS graph file)
  std::vector<CellType> cells;  ///< one type per cell
  std::vector<global_index> cell_vertices;  ///< vertices of all cells one after the other; counter-clockwise
                                            ///< in 2D, ordered as CellType says in 3D
  std::vector<Edge> edges;  ///< every side of a cell (3D: every edge) once, smaller vertex first, ascending
  std::vector<BoundaryFace> boundary;  ///< every cell side that belongs to one cell only
  std::vector<std::string> markers;    ///< names of the boundary's parts
  global_index welded_points = 0;  ///< coincident points that the reader merged (VTKHDF of several pieces)
  /// Boundary faces of each marker that lie between two cells, such as material interfaces: completion leaves
  /// them out. Empty if there are none.
  std::vector<global_index> inner_faces;
};

/// What completion has left out, for a user to see: "12 boundary faces between two cells are left out:
/// interface". Empty if nothing is. Not collective.
std::string inner_faces_in_words(const Mesh& mesh);

}  // namespace partita::mesh
