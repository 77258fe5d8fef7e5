#pragma once
/// \file A mesh as a file or a generator gives it: not checked, not oriented, without edges.

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/origin.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// All of a mesh, or one rank's share of it. Shares of points, cells and boundary faces are consecutive:
/// those of all ranks one after the other are the lists of the whole mesh. Vertices are numbered by their
/// points' places in the whole list, also in a share. `dimension` and `markers` are the same on all ranks.
struct Draft {
  Mesh mesh;      ///< `vertices` and `edges` are empty, except for a bare graph, which has nothing else
  Origin origin;  ///< positions of the same points, cells and faces; empty if the file has none

  bool is_graph() const { return mesh.vertices > 0; }
};

/// Checks a draft, drops the points that no cell uses, and gives each rank an equal block of the others. In
/// two dimensions z is 0 afterwards.
/// @throws CollectiveError (it begins with the place in the file) if the mesh has no cells; if a coordinate
/// is not finite, or in two dimensions off the plane z = 0; if a cell has the wrong dimension, names a vertex
/// out of range or one vertex twice; if a boundary face names a marker or vertex out of range. Collective.
void level(const Communicator& comm, Draft& draft);

}  // namespace partita::mesh
