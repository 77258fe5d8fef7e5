#pragma once
/// \file Orients the cells of a mesh and refuses those without a proper shape.

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/origin.hpp>

namespace partita::mesh {

/// Afterwards cells are counter-clockwise in 2D and of positive volume in 3D.
/// @param mesh a mesh whose cells name vertices in range
/// @param origin positions in the mesh's file, for error messages
/// @throws ErrorAt if a cell has no area or volume, or is not convex (see `complete`)
///
/// Not collective.
void orient_cells(Mesh& mesh, const Origin& origin);

}  // namespace partita::mesh
