#pragma once
/// \file A mesh as a file or a generator gives it: not checked, not oriented, without edges.

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/origin.hpp>

namespace partita::mesh {

/// All of a mesh, or one rank's share of it. Shares of points, cells and boundary faces are consecutive:
/// those of all ranks one after the other are the lists of the whole mesh. Vertices are numbered by their
/// points' places in the whole list, also in a share. `dimension` and `markers` are the same on all ranks.
struct Draft {
  Mesh mesh;      ///< `vertices` and `edges` are empty, except for a bare graph, which has nothing else
  Origin origin;  ///< positions of the same points, cells and faces; empty if the file has none

  bool is_graph() const { return mesh.vertices > 0; }
};

}  // namespace partita::mesh
