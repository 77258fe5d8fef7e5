#pragma once
/// \file Vertex order that keeps neighbours close in memory.

#include <vector>

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/vertex_graph.hpp>

namespace partita::mesh {

/// Reverse Cuthill-McKee order, in O(vertices + edges log degree). Levels start from a vertex at the rim of
/// the graph, so that the ends of an edge are at most about two levels apart. Any subset of the vertices,
/// kept in this order, has a small bandwidth too, so a rank's vertices need no ordering of their own.
/// @return the vertex numbers in their new order
///
/// Not collective.
///
/// Cuthill, McKee, "Reducing the bandwidth of sparse symmetric matrices", ACM National Conference 1969. Start
/// vertex: George, Liu, "An Implementation of a Pseudoperipheral Node Finder", ACM Trans. Math. Softw. 5,
/// 1979.
std::vector<global_index> cuthill_mckee(const Mesh& mesh);
std::vector<global_index> cuthill_mckee(const VertexGraph<global_index>& graph);

}  // namespace partita::mesh
