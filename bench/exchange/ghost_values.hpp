#pragma once
/// \file The exchanged values: the ghosts of an edge loop over a NACA mesh, partitioned by METIS.

#include <vector>

#include <partita/inspector/access_pattern.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/types.hpp>

namespace partita::bench {

struct GhostValues {
  global_index vertices;  ///< of the whole mesh
  AccessPattern pattern;
  std::vector<local_index> border;  ///< owned values that a neighbour needs, each once, ascending
};

/// Makes the ghosts of a triangulated O-mesh around NACA 0012 with about `vertices` vertices, four times as
/// many around as outwards. Every rank executes each edge that touches one of its vertices. Rank 0 makes the
/// mesh (some seconds for two million vertices). Collective.
GhostValues naca_ghosts(const Communicator& comm, global_index vertices);

}  // namespace partita::bench
