#pragma once
/// \file Sides and edges of cells by type, as positions among the cell's vertices.

#include <algorithm>
#include <array>
#include <span>

#include <partita/mesh/mesh.hpp>

namespace partita::mesh {

/// Corners in the sense of BoundaryFace: the domain to the left in 2D, counter-clockwise from outside in 3D.
using Side = std::array<int, 4>;

struct CellShape {
  std::span<const Side> sides;
  std::array<int, 8> mirrored;  ///< the corners in an order that gives the opposite orientation
};

namespace shapes {

inline constexpr Side triangle[]{{0, 1, -1, -1}, {1, 2, -1, -1}, {2, 0, -1, -1}};
inline constexpr Side quadrilateral[]{{0, 1, -1, -1}, {1, 2, -1, -1}, {2, 3, -1, -1}, {3, 0, -1, -1}};
inline constexpr Side tetrahedron[]{{0, 2, 1, -1}, {0, 1, 3, -1}, {1, 2, 3, -1}, {0, 3, 2, -1}};
inline constexpr Side hexahedron[]{{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                   {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
inline constexpr Side prism[]{{0, 2, 1, -1}, {3, 4, 5, -1}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}};
inline constexpr Side pyramid[]{{0, 3, 2, 1}, {0, 1, 4, -1}, {1, 2, 4, -1}, {2, 3, 4, -1}, {3, 0, 4, -1}};

/// In the order of CellType.
inline constexpr std::array by_type{
    CellShape{triangle, {0, 2, 1}},       CellShape{quadrilateral, {0, 3, 2, 1}},
    CellShape{tetrahedron, {0, 3, 2, 1}}, CellShape{hexahedron, {0, 3, 2, 1, 4, 7, 6, 5}},
    CellShape{prism, {0, 2, 1, 3, 5, 4}}, CellShape{pyramid, {0, 3, 2, 1, 4}}};

}  // namespace shapes

constexpr const CellShape& shape_of(CellType type) { return shapes::by_type[static_cast<std::size_t>(type)]; }

/// Calls visit(a, b) for each pair of corners that follow each other around a side. A side of two corners is
/// their edge. Around the sides of a cell in 3D, each edge occurs once in each direction.
template <class Index, class Visit>
constexpr void for_each_pair(std::span<const Index> corners, Visit visit) {
  for (std::size_t k = 0; k < corners.size(); ++k) visit(corners[k], corners[(k + 1) % corners.size()]);
}

/// Calls visit(a, b), a < b, for each edge of a cell: the positions of its ends.
template <class Visit>
constexpr void for_each_edge(CellType type, Visit visit) {
  for (const Side& side : shape_of(type).sides)
    for_each_pair(corners_of(side), [&](int a, int b) {
      if (a < b) visit(a, b);
    });
}

/// Calls visit(cell, vertices) for each cell; the vertices are those of `mesh`, mutable if it is.
template <class SomeMesh, class Visit>
void for_each_cell_of(SomeMesh& mesh, Visit visit) {
  std::span rest(mesh.cell_vertices);
  for (std::size_t cell = 0; cell < mesh.cells.size(); ++cell) {
    const auto count = static_cast<std::size_t>(vertices_of(mesh.cells[cell]));
    visit(cell, rest.first(count));
    rest = rest.subspan(count);
  }
}

/// Gives a cell the opposite orientation.
inline void mirror(CellType type, std::span<global_index> vertices) {
  std::array<global_index, 8> before{};
  std::ranges::copy(vertices, before.begin());
  for (std::size_t k = 0; k < vertices.size(); ++k) vertices[k] = before[shape_of(type).mirrored[k]];
}

}  // namespace partita::mesh
