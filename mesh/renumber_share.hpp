#pragma once
/// \file New numbers for the vertices of a mesh that is on several ranks.

#include <span>
#include <vector>

#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/mesh.hpp>
#include <partita/mesh/origin.hpp>

namespace partita::mesh {

/// Gives the vertices of cells and boundary faces new numbers.
/// @param new_numbers  of this rank's share of the old numbers; -1: no cell uses the vertex
/// @param others  more numbers to be replaced
/// @throws CollectiveError for a boundary face with a vertex that no cell uses. Collective.
void renumber(const ConsecutiveShares& shares, const std::vector<global_index>& new_numbers, Mesh& mesh,
              const Origin& origin, std::span<global_index> others = {});

}  // namespace partita::mesh
