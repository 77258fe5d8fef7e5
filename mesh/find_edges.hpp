#pragma once
/// \file The edges of a mesh, each once.

#include <vector>

#include <partita/mesh/mesh.hpp>

namespace partita::mesh {

/// Every edge of every cell once, smaller vertex first, ascending. A quadrilateral has its four sides and no
/// diagonal, a tetrahedron its six edges. Reads `vertices`, `cells` and `cell_vertices`, which must be in
/// range.
std::vector<Edge> find_edges(const Mesh& mesh);

}  // namespace partita::mesh
