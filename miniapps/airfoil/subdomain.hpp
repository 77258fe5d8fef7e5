#pragma once
/// \file One rank's part of the mesh.

#include <array>
#include <span>
#include <vector>

#include <partita/support/types.hpp>

#include "vector.hpp"

namespace partita::airfoil {

enum class FaceKind : int {
  wall,      ///< the gas slips along it and exerts pressure
  symmetry,  ///< the gas slips along it; beyond lies the mirror image
  far_field
};

/// One side of a cell on the boundary with D corners; each corner has an equal share of it.
template <int D>
struct Face {
  std::array<local_index, D> vertices;
  Vector<D> normal;  ///< outwards; its length is the face's area
  FaceKind kind;
};

/// Vertices: owned, then ghosts. Edges: interior (both ends owned), then border. Edges and faces with several
/// owners are in the domains of all of them, in the same direction.
template <int D>
struct Subdomain {
  local_index owned = 0;
  local_index local = 0;                       ///< owned and ghosts
  std::vector<Vector<D>> points;               ///< of owned vertices
  std::vector<double> volumes;                 ///< of the dual cells of owned vertices
  std::span<const LocalEdge> edges;            ///< all that touch an owned vertex
  std::span<const global_index> edge_numbers;  ///< global; ascending in the interior and in the border
  local_index interior = 0;                    ///< number of edges that need no ghost
  std::vector<Vector<D>> normals;  ///< of the dual face of each edge, from its first to its second end point
  std::vector<Face<D>> faces;      ///< all that touch an owned vertex, ascending by their global numbers
};

}  // namespace partita::airfoil
