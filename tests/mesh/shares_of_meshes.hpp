#pragma once
/// \file Shares of a mesh that every rank has.

#include <algorithm>
#include <span>

#include <partita/mesh/mesh.hpp>
#include <partita/support/communicator.hpp>

#include "tests/shares.hpp"

namespace partita::mesh {

/// This rank's consecutive share of points, cells and boundary faces. They differ in their lengths; an odd
/// seed leaves rank 0 without cells.
inline Mesh share_of(const Communicator& comm, const Mesh& mesh, std::uint64_t seed = 0) {
  const auto bounds = [&](std::size_t size, std::uint64_t salt) {
    Random random(seed + salt);
    std::vector<std::size_t> cuts{0, size};
    for (int rank = 1; rank < comm.size(); ++rank)
      cuts.push_back(rank == 1 && (seed + salt) % 2 == 1
                         ? 0
                         : random.below(static_cast<std::uint32_t>(size) + 1));
    std::ranges::sort(cuts);
    const auto rank = static_cast<std::size_t>(comm.rank());
    return std::pair{cuts[rank], cuts[rank + 1]};
  };
  const auto part = [](const auto& all, const auto& range) {
    return std::remove_cvref_t<decltype(all)>(all.begin() + static_cast<std::ptrdiff_t>(range.first),
                                              all.begin() + static_cast<std::ptrdiff_t>(range.second));
  };
  Mesh share;
  share.dimension = mesh.dimension;
  share.markers = mesh.markers;
  share.points = part(mesh.points, bounds(mesh.points.size(), 2));
  share.boundary = part(mesh.boundary, bounds(mesh.boundary.size(), 4));
  const auto cells = bounds(mesh.cells.size(), 6);
  share.cells = part(mesh.cells, cells);
  std::pair<std::size_t, std::size_t> ids{0, 0};
  for (std::size_t cell = 0; cell < cells.second; ++cell)
    (cell < cells.first ? ids.first : ids.second) += static_cast<std::size_t>(vertices_of(mesh.cells[cell]));
  ids.second += ids.first;
  share.cell_vertices = part(mesh.cell_vertices, ids);
  return share;
}

}  // namespace partita::mesh
