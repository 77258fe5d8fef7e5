#pragma once
/// \file A mesh on several ranks: each rank's vertices, and all cells at them.

#include <vector>

#include <partita/mesh/draft.hpp>
#include <partita/mesh/mesh.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// One rank's share of a mesh. Each rank owns an equal block of the whole mesh's vertices, and has all cells
/// at them; therefore it has vertices of other ranks too. Local numbers ascend with global ones.
///
/// The global numbers follow from the mesh alone, so they are the same on any number of ranks: Hilbert's
/// curve (see number_along_curve.hpp) divides the vertices into chunks, and reverse Cuthill-McKee orders each
/// chunk (see renumber.hpp). Neighbours are near each other in memory, also on a rank that has some of the
/// vertices in this order.
struct MeshShare {
  Mesh mesh;          ///< in local numbers; cells are in the file's order. Each edge is in the
                      ///< share that owns its smaller vertex, and each boundary face in the one
                      ///< that owns its smallest
  VertexRange owned;  ///< local numbers of the owned vertices
  std::vector<global_index> numbers;     ///< global number of each local vertex, ascending
  std::vector<global_index> in_file;     ///< of each owned vertex: its number in the draft
  global_index vertices = 0, cells = 0;  ///< of the whole mesh
  global_index edges = 0, faces = 0;     ///< of the whole mesh

  global_index number(global_index local) const { return numbers[static_cast<std::size_t>(local)]; }
};

/// Divides a draft that is level (see `level`) among the ranks and completes it (see complete.hpp): orients
/// it and finds its edges. The result depends on the mesh alone: all shares together are the same on any
/// number of ranks, except that more ranks have more copies of cells.
///
/// @param chunk  vertices in a chunk. More are a little faster in loops over the edges. One rank orders a
/// chunk, and needs memory for its edges
/// @throws CollectiveError as `complete`, and if a rank would have more vertices than local indices can count
/// Collective. Memory is linear in the draft's share, in the result and in a chunk's edges.
MeshShare share_out(const Communicator& comm, Draft draft, global_index chunk = 65536);

}  // namespace partita::mesh
