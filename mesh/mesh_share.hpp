#pragma once
/// \file A mesh on several ranks: each rank's vertices, and all cells at them.

#include <vector>

#include <partita/mesh/draft.hpp>
#include <partita/mesh/vertex_range.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// One rank's share of a mesh. The vertices of the whole mesh have numbers along Hilbert's curve (see
/// number_along_curve.hpp), and each rank owns a block of them. A share has all cells at the owned vertices,
/// and therefore vertices of other ranks too. Local numbers ascend with global ones.
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

/// Checks a draft (see check_draft.hpp), drops the points that no cell uses, and gives each rank an equal
/// block of the others. In two dimensions z is 0 afterwards. Collective.
/// @throws CollectiveError as `check_draft`, and if the mesh has no cells, or in two dimensions a point off
/// the plane z = 0
void level(const Communicator& comm, Draft& draft);

/// Divides a levelled draft among the ranks and completes it (see complete.hpp): orients it and finds its
/// edges. The result depends on the mesh alone: all shares together are the same on any number of ranks,
/// except that more ranks have more copies of cells.
///
/// @throws CollectiveError as `complete`
/// Collective. Memory is linear in the draft's share and in the result.
MeshShare share_out(const Communicator& comm, Draft draft);

}  // namespace partita::mesh
