#pragma once
/// \file New numbers for the vertices of a mesh that is on several ranks.

#include <vector>

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/origin.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// Gives the vertices of cells and boundary faces new numbers.
/// @param numbers_of_points  of this rank's consecutive share of the points; -1: no cell uses the point
/// @throws CollectiveError for a boundary face with a vertex that no cell uses. Collective.
void renumber(const Communicator& comm, Mesh& mesh, const Origin& origin,
              const std::vector<global_index>& numbers_of_points);

}  // namespace partita::mesh
