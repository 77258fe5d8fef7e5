#pragma once
/// \file The edges of a mesh, each once, and the neighbours of its vertices.

#include <vector>

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/vertex_graph.hpp>

namespace partita::mesh {

/// The vertices that share an edge with each vertex of a range. Diagonals of quadrilaterals are no edges.
/// @param mesh `cells` and `cell_vertices` are read; it has all cells at the range's vertices
/// @return vertex v of the graph is range.begin + v; neighbours have the mesh's numbers, ascending
/// Not collective.
VertexGraph<global_index> find_neighbours(const Mesh& mesh, const VertexRange& range);

/// Finds the edges of all cells, but for those whose smaller vertex is not in the range.
/// @param mesh as for `find_neighbours`
/// @return each edge once, smaller vertex first, ascending
///
/// Not collective.
std::vector<Edge> find_edges(const Mesh& mesh, const VertexRange& range);

}  // namespace partita::mesh
