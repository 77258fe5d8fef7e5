#pragma once
/// \file A draft of a mesh that is ready to be divided among the ranks.

#include <partita/mesh/draft.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// Checks a draft (see check_draft.hpp), drops the points that no cell uses, and gives each rank an equal
/// block of the others. In two dimensions z is 0 afterwards. Collective.
/// @throws CollectiveError as `check_draft`, and if the mesh has no cells, or in two dimensions a point off
/// the plane z = 0
void level(const Communicator& comm, Draft& draft);

}  // namespace partita::mesh
