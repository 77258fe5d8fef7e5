#pragma once
/// \file The edges of a mesh, each once.

#include <vector>

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/vertex_range.hpp>

namespace partita::mesh {

/// Finds the edges of all cells, but for those whose smaller vertex is not in `range`. Diagonals of
/// quadrilaterals are none.
/// @param mesh `vertices`, `cells` and `cell_vertices` are read; their indices must be in range
/// @return each edge once, smaller vertex first, ascending
///
/// Not collective.
std::vector<Edge> find_edges(const Mesh& mesh, const VertexRange& range);

}  // namespace partita::mesh
