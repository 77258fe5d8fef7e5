#pragma once
/// \file The sides between cells, and those on the boundary.

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/origin.hpp>

namespace partita::mesh {

/// Checks that two cells at a side lie on either side of it, and that the boundary consists of the sides that
/// belong to one cell only. Orients the boundary: the domain to the left, in 3D counter-clockwise from
/// outside.
///
/// @param mesh  cells are oriented; all cells at the vertices of `range` are in it, and the boundary faces
/// whose smallest vertex is in the range
/// @param origin  positions in the mesh's file, for error messages
/// @param range  sides are checked if their smallest vertex is in it
/// @throws Error if cells overlap at a side; for a side of three cells, a boundary face that is listed twice
/// or is not the side of exactly one cell, and a side of one cell without a boundary face
///
/// Not collective.
void close_boundary(Mesh& mesh, const Origin& origin, const VertexRange& range);

}  // namespace partita::mesh
