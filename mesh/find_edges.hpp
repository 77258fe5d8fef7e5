#pragma once
/// \file The edges of a mesh, each once.

#include <vector>

#include <partita/mesh/mesh.hpp>

namespace partita::mesh {

/// Finds every edge of every cell. Diagonals of quadrilaterals are none.
/// @param mesh `vertices`, `cells` and `cell_vertices` are read; their indices must be in range
/// @return each edge once, smaller vertex first, ascending
///
/// Not collective.
std::vector<Edge> find_edges(const Mesh& mesh);

}  // namespace partita::mesh
