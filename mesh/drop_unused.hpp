#pragma once
/// \file New numbers for vertices, and no points that no cell uses.

#include <algorithm>
#include <span>
#include <vector>

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/origin.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {

/// Gives the vertices of cells and boundary faces new numbers.
/// @param number_of  calculates the new number from the old one; -1: no cell uses the vertex
/// @throws Error for a boundary face with a vertex that no cell uses. Not collective.
template <class NumberOf>
void renumber(Mesh& mesh, const Origin& origin, NumberOf number_of) {
  std::ranges::transform(mesh.cell_vertices, mesh.cell_vertices.begin(), number_of);
  for (std::size_t i = 0; i < mesh.boundary.size(); ++i)
    for (global_index& vertex : std::span(mesh.boundary[i].vertices).first(mesh.dimension == 2 ? 2 : 4)) {
      if (vertex < 0) break;
      vertex = number_of(vertex);
      if (vertex < 0) throw Error(origin.face(i), "this boundary face is not the side of exactly one cell");
    }
}

/// Drops points, with their positions in the file.
/// @param is_used  of each point
/// @param first  number of the first point that is kept
/// @return the new number of each point; -1: dropped. Not collective.
std::vector<global_index> drop_unused(std::vector<Point>& points, std::vector<std::int64_t>& positions,
                                      const std::vector<bool>& is_used, global_index first);

}  // namespace partita::mesh
