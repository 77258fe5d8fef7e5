#pragma once
/// \file Points that the pieces of a grid have in common.

#include <vector>

#include <partita/mesh/mesh.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// Merges points of the same coordinates in different pieces: cells and boundary faces use the first of them.
/// A place where one piece has several points, as at a slit, stays as it is. The other points remain, unused,
/// and are counted in `welded_points`, each by the rank that has it.
///
/// @param share  points in equal blocks (see BlockDistribution); vertices have the points' numbers
/// @param first_points  number of the first point of each piece, ascending
///
/// Collective. Memory is linear in the share.
void weld_pieces(const Communicator& comm, Mesh& share, const std::vector<global_index>& first_points);

}  // namespace partita::mesh
