#pragma once
/// \file A draft of a mesh that is ready to be divided among the ranks.

#include <partita/mesh/draft.hpp>
#include <partita/mesh/peers.hpp>

namespace partita::mesh {

/// Checks a draft, drops the points that no cell uses, and gives each rank an equal block of the others. In
/// two dimensions z is 0 afterwards.
/// @param peers  the ranks of the shares: their communicator
/// @throws CollectiveError (it begins with the place in the file; Error for one process alone) if the mesh
/// has no cells; if a coordinate is not finite, or in two dimensions off the plane z = 0; if a cell has the
/// wrong dimension, names a vertex out of range or one vertex twice; if a boundary face names a marker or
/// vertex out of range. Collective if the peers are.
void level(const Peers& peers, Draft& draft);

}  // namespace partita::mesh
