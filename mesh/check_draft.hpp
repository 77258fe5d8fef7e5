#pragma once
/// \file Checks the numbers in a draft of a mesh.

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/origin.hpp>

namespace partita::mesh {

/// @param mesh  a draft (see draft.hpp), or one rank's share of it
/// @param points  of the whole mesh
/// @throws Error (it begins with the place in the file) if a coordinate is not finite; if a cell has the
/// wrong dimension, names a vertex out of range or one vertex twice; if a boundary face names a marker or
/// vertex out of range. Not collective.
void check_draft(const Mesh& mesh, const Origin& origin, global_index points);

}  // namespace partita::mesh
