#pragma once
/// \file An unstructured mesh in the memory of one rank: points, cells, boundary.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <partita/support/types.hpp>

namespace partita::mesh {

using Point = std::array<double, 3>;  ///< x, y, z; z is 0 in two dimensions

enum class CellType : std::uint8_t { triangle, quadrilateral, tetrahedron };

/// Number of vertices of a cell of this type.
constexpr int vertices_of(CellType type) { return type == CellType::triangle ? 3 : 4; }

/// One side of a cell on the boundary: two vertices in 2D (the third entry is -1), three in 3D. In 2D the
/// domain lies to the left of the segment from the first to the second vertex.
struct BoundaryFace {
  std::array<global_index, 3> vertices;
  int marker;  ///< index into Mesh::markers

  bool operator==(const BoundaryFace&) const = default;
};

struct Mesh {
  int dimension = 2;            ///< 2 or 3
  global_index vertices = 0;    ///< number of vertices; equals points.size() except in a bare graph
  std::vector<Point> points;    ///< empty for a bare graph (METIS graph file)
  std::vector<CellType> cells;  ///< one type per cell
  std::vector<global_index>
      cell_vertices;        ///< vertices of all cells one after the other; counter-clockwise in 2D
  std::vector<Edge> edges;  ///< every side of a cell (3D: every edge) once, smaller vertex first, ascending
  std::vector<BoundaryFace> boundary;  ///< every cell side that belongs to one cell only
  std::vector<std::string> markers;    ///< names of the boundary's parts
  global_index welded_points = 0;      ///< coincident points that the reader merged (OP2 grids)
};

}  // namespace partita::mesh
