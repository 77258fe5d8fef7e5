#pragma once
/// \file Points that a file repeats: where an O or C grid closes, or where two pieces of a grid touch.

#include <span>

#include <partita/mesh/mesh.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// Merges points of the same coordinates: of their numbers, all become the smallest in cells, boundary faces
/// and `others`. The other points remain, unused, and are counted in `welded_points`, each by the rank that
/// has it.
///
/// @param share  consecutive shares of points, cells and boundary faces; vertices have the points' numbers
/// @param others  more numbers of points
/// @param first_points  number of the first point of each piece, ascending. A place where one piece has
/// several points, as at a slit, stays as it is. Without pieces all places are merged
///
/// Collective. Memory is linear in the share.
void weld(const Communicator& comm, Mesh& share, std::span<global_index> others,
          std::span<const global_index> first_points);

}  // namespace partita::mesh
