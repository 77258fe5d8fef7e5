#pragma once
/// \file The order of vertices within chunks of the curve.

#include <vector>

#include <partita/mesh/blocks.hpp>
#include <partita/mesh/mesh.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// Orders each chunk of the vertices by reverse Cuthill-McKee (see renumber.hpp).
/// @param mesh  `cells` and `cell_vertices` of any share are read; vertices are numbered along the curve
/// @param blocks  of the vertices of the whole mesh, one for each rank
/// @param chunk  vertices in a chunk; any number of chunks may be in a block, and of blocks in a chunk
/// @return the new number of each vertex of this rank's block
///
/// Collective. The rank where a chunk begins needs memory for the edges within the chunk, each as often as
/// cells have it.
std::vector<global_index> order_chunks(const Communicator& comm, const Mesh& mesh, const Blocks& blocks,
                                       global_index chunk);

}  // namespace partita::mesh
