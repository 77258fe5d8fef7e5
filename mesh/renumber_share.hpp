#pragma once
/// \file New numbers for the vertices of a mesh, whole or on several ranks.

#include <algorithm>
#include <span>
#include <vector>

#include <partita/mesh/close_boundary.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/mesh.hpp>
#include <partita/mesh/origin.hpp>

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
      if (vertex < 0) refuse_stray_face(mesh, origin, i);
    }
}

/// The same for consecutive shares of cells and boundary faces.
/// @param new_numbers  of this rank's share of the old numbers; -1: no cell uses the vertex
/// @param others  more numbers to be replaced
/// @throws CollectiveError as above throws Error. Collective.
void renumber(const ConsecutiveShares& shares, const std::vector<global_index>& new_numbers, Mesh& mesh,
              const Origin& origin, std::span<global_index> others = {});

}  // namespace partita::mesh
