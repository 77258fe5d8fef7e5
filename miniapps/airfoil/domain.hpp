#pragma once
/// \file One rank's part of the mesh, as the application brings it.

#include <span>
#include <vector>

#include <partita/support/types.hpp>

#include "gas.hpp"

namespace partita::airfoil {

/// One side of a cell on the boundary; half of it belongs to each of its end points.
struct Face {
  enum Kind : int { wall, far_field };

  LocalEdge vertices;
  Vector normal;  ///< outwards, as long as the face
  Kind kind;
};

/// Vertices: owned, then ghosts. Edges: interior (both ends owned), then border. Edges and faces between two
/// owners are in the domains of both, in the same direction.
struct Domain {
  local_index owned = 0;
  local_index local = 0;                       ///< owned and ghosts
  std::vector<Vector> points;                  ///< of owned vertices
  std::vector<double> volumes;                 ///< of the dual cells of owned vertices
  std::span<const LocalEdge> edges;            ///< all that touch an owned vertex
  std::span<const global_index> edge_numbers;  ///< global; ascending in the interior and in the border
  local_index interior = 0;                    ///< how many edges need no ghost
  std::vector<Vector> normals;  ///< of the dual face of each edge, from its first to its second end point
  std::vector<Face> faces;      ///< all that touch an owned vertex, ascending by their global numbers
};

}  // namespace partita::airfoil
