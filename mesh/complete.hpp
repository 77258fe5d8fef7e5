#pragma once
/// \file From points, cells and marked sides to a whole mesh: checked, oriented, with its edges.

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/origin.hpp>

namespace partita::mesh {

/// Makes a mesh of what a file or a generator gives. It must hold `dimension`, `points`, `cells`,
/// `cell_vertices`, `markers`, and in `boundary` every side that belongs to one cell only, in any
/// orientation.
///
/// Afterwards cells are counter-clockwise (3D: of positive volume), boundary faces have the domain to their
/// left (3D: they turn counter-clockwise seen from outside), points that no cell uses are gone (the others
/// keep their order), z is 0 in two dimensions, and `vertices` and `edges` are filled.
///
/// Throws Error, beginning with the place in `origin`, at an index out of range, a coordinate that is not
/// finite, a point off the plane z = 0 in two dimensions, a cell that repeats a vertex, has no area or
/// volume, or is not convex, cells that overlap at a side, a side of three cells, a boundary face that is not
/// the side of exactly one cell or is listed twice, and a side of one cell without a boundary face.
void complete(Mesh& mesh, const Origin& origin = {});

}  // namespace partita::mesh
