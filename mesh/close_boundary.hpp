#pragma once
/// \file The sides between cells, and those on the boundary.

#include <span>

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/origin.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// Checks that two cells at a side lie on either side of it, and that the boundary has the sides that belong
/// to one cell only. Orients the boundary: the domain to the left, in 3D counter-clockwise from outside.
/// Boundary faces between two cells are counted in `inner_faces` and left out.
///
/// @param mesh  cells are oriented; all cells at the vertices of `range` are in it, and the boundary faces
/// whose smallest vertex is in the range
/// @param origin  positions in the mesh's file, for error messages
/// @param range  sides are checked if their smallest vertex is in it
/// @param numbers  of the vertices in the whole mesh; empty: the same
/// @throws CollectiveError if cells overlap at a side; for a side of three cells, a boundary face that is
/// listed twice or is the side of no cell, and a side of one cell without a boundary face
///
/// Collective.
void close_boundary(const Communicator& comm, Mesh& mesh, Origin& origin, const VertexRange& range,
                    std::span<const global_index> numbers = {});

/// @throws ErrorAt: boundary face i is the side of no cell. Not collective.
[[noreturn]] void refuse_stray_face(const Mesh& mesh, const Origin& origin, std::size_t i);

}  // namespace partita::mesh
