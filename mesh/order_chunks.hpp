#pragma once
/// \file The order of vertices within the chunks of a share.

#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/mesh_share.hpp>

namespace partita::mesh {

/// The values of all local vertices of a share, from those of the owned ones. Collective.
/// @param owners  the ranks' owned vertices
template <class T>
std::vector<T> of_local(const MeshShare& share, const ConsecutiveShares& owners,
                        const std::vector<T>& owned) {
  const Fetched values(owners, owned, {share.numbers});
  std::vector<T> local;
  local.reserve(share.numbers.size());
  for (const global_index number : share.numbers) local.push_back(values[number]);
  return local;
}

/// Orders each chunk of the vertices by reverse Cuthill-McKee (see renumber.hpp). Before, they are in the
/// order of the curve. Of the share, points, cells, boundary and numbers are there. Collective.
void order_chunks(MeshShare& share, const ConsecutiveShares& owners);

}  // namespace partita::mesh
