#pragma once
/// \file Points that a file repeats where two pieces of a grid touch.

#include <span>

#include <partita/mesh/mesh.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// Merges points of the same coordinates: of their numbers, all become the smallest in cells and
/// boundary faces. The other points remain, unused, and are counted in `welded_points`, each by the rank that
/// has it.
///
/// @param share  consecutive shares of points, cells and boundary faces; vertices have the points' numbers
/// @param first_points  number of the first point of each piece, ascending. A place where one piece has
/// several points, as at a slit, stays as it is
///
/// Collective. Memory is linear in the share.
void weld(const Communicator& comm, Mesh& share, std::span<const global_index> first_points);

}  // namespace partita::mesh
