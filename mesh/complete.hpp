#pragma once
/// \file Completes a mesh from points, cells and marked sides: checks it, orients it and finds its edges.

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/origin.hpp>

namespace partita::mesh {

/// Completes the mesh that a file or a generator gives.
///
/// Afterwards cells are counter-clockwise (3D: of positive volume). Boundary faces have the domain to their
/// left (3D: they turn counter-clockwise seen from outside). Points that no cell uses are dropped; the others
/// keep their order. Boundary faces between two cells are left out, and counted in `inner_faces`. In two
/// dimensions z is 0. `vertices` and `edges` are filled.
///
/// @param mesh must hold `dimension`, `points`, `cells`, `cell_vertices`, `markers`, and in `boundary`, in
/// any orientation, every side that belongs to one cell only
/// @param origin positions in the mesh's file, for error messages
/// @throws Error (it begins with the place in `origin`): index out of range; coordinate not finite; point
/// off the plane z = 0 in two dimensions; cell that repeats a vertex, has no area or volume, or is not
/// convex (3D: its centroid must be on the inner side of all its sides, which need not be plane); cells that
/// overlap at a side; side of three cells; boundary face that is listed twice or is the side of no cell; side
/// of one cell without a boundary face
///
/// Not collective. MPI must run.
void complete(Mesh& mesh, Origin origin = {});

}  // namespace partita::mesh
