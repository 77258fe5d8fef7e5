#pragma once
/// \file Shares of a mesh that every rank has.

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>
#include <vector>

#include <partita/mesh/mesh.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/sparse_exchange.hpp>

#include "tests/shares.hpp"

namespace partita::mesh {

/// This rank's consecutive share of points, cells and boundary faces. They differ in their lengths; an odd
/// seed leaves rank 0 without cells.
inline Mesh share_of(const Communicator& comm, const Mesh& mesh, std::uint64_t seed = 0) {
  const auto bounds = [&](std::size_t size, std::uint64_t salt) {
    Random random(seed + salt);
    std::vector<std::size_t> cuts{0, size};
    for (int rank = 1; rank < comm.size(); ++rank)
      cuts.push_back(
          rank == 1 && (seed + salt) % 2 == 1 ? 0 : random.below(static_cast<std::uint32_t>(size) + 1));
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

/// The lists of all ranks, one after the other. Collective.
template <class T>
std::vector<T> of_all_ranks(const Communicator& comm, const std::vector<T>& share) {
  std::vector<Parcel<T>> parcels;
  for (int rank = 0; rank < comm.size(); ++rank) parcels.push_back({rank, share});
  std::vector<T> all;
  for (const Parcel<T>& parcel : sparse_exchange(comm, std::move(parcels)))
    all.insert(all.end(), parcel.content.begin(), parcel.content.end());
  return all;
}

/// The mesh of which each rank has a consecutive share, without edges. Collective.
inline Mesh whole_of(const Communicator& comm, const Mesh& share) {
  Mesh mesh;
  mesh.dimension = share.dimension;
  mesh.markers = share.markers;
  mesh.points = of_all_ranks(comm, share.points);
  mesh.cells = of_all_ranks(comm, share.cells);
  mesh.cell_vertices = of_all_ranks(comm, share.cell_vertices);
  std::vector<std::array<global_index, 5>> faces;
  for (const auto& [v, marker] : share.boundary) faces.push_back({v[0], v[1], v[2], v[3], marker});
  for (const auto& face : of_all_ranks(comm, faces)) {
    BoundaryFace& copy = mesh.boundary.emplace_back(BoundaryFace({}, static_cast<int>(face[4])));
    std::copy_n(face.begin(), 4, copy.vertices.begin());
  }
  mesh.welded_points = sum(comm, share.welded_points);
  return mesh;
}

}  // namespace partita::mesh
