#include "grid.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/faces.hpp>
#include <partita/mesh/number_along_curve.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>

namespace partita::particles {
namespace {

// Two vortices that turn against each other. A light particle drifts towards their centres.
Vec flow(const mesh::Point& point) {
  constexpr double core = 0.1, inwards = 0.5;
  Vec velocity{};
  for (const double turn : {1.0, -1.0}) {
    const Vec way = Vec{point[0], point[1]} - Vec{1.5, 0.5 * turn};
    const double decay = 1 / (dot(way, way) + core * core);
    velocity = velocity + turn * decay * Vec{-way[1], way[0]} - inwards * decay * way;
  }
  return velocity;
}

std::vector<Cell> along_the_curve(const mesh::Mesh& mesh) {
  if (!std::ranges::all_of(mesh.cells, [](auto type) { return type == mesh::CellType::triangle; }) ||
      mesh.cells.empty())
    throw Error("particles walk through triangles alone; give a mesh of triangles");
  const auto [centroids, areas] = mesh::cell_geometry(mesh);
  const std::vector<global_index> number =
      mesh::number_along_curve(Communicator(MPI_COMM_SELF), centroids, 2);
  std::vector<Cell> cells(number.size());
  std::vector<Vec> velocities(number.size());
  for (std::size_t c = 0; c < cells.size(); ++c) {
    Cell& cell = cells[number[c]];
    for (std::size_t k = 0; k < 3; ++k) {
      const mesh::Point& point = mesh.points[mesh.cell_vertices[3 * c + k]];
      cell.corners[k] = {point[0], point[1]};
    }
    cell.across.fill(number[c]);
    velocities[number[c]] = flow(centroids[c]);
    cell.area = areas[c];
  }
  const mesh::Faces faces = mesh::faces(mesh);
  const auto put = [&](global_index cell, global_index corner, global_index other) {
    const auto first = mesh.cell_vertices.begin() + 3 * cell;
    cells[number[cell]].across[std::find(first, first + 3, corner) - first] = number[other];
  };
  for (std::size_t f = 0; f < faces.inner; ++f) {
    const auto [left, right] = faces.cells[f];
    put(left, faces.vertices[f][0], right);
    put(right, faces.vertices[f][1], left);
  }
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const auto& across = cells[c].across;
    cells[c].velocities = {velocities[c], velocities[across[0]], velocities[across[1]],
                           velocities[across[2]]};
  }
  return cells;
}

Grid with_table(const Communicator& comm, const std::string& name, std::vector<Cell> cells) {
  const auto table = TranslationTable::from_block_sizes(comm, checked_local(std::ssize(cells)));
  std::vector<global_index> across;
  for (const Cell& cell : cells) across.insert(across.end(), cell.across.begin(), cell.across.end());
  Grid grid{comm, name, table, std::move(cells), {}, sum_below(comm, global_index{table.owned()})};
  const std::vector<Location> locations = table.locate(across);
  grid.across.resize(grid.cells.size());
  for (std::size_t k = 0; k < locations.size(); ++k) grid.across[k / 3][k % 3] = locations[k];
  return grid;
}

}  // namespace

Grid make_grid(const Communicator& comm, const mesh::Mesh& on_first_rank) {
  std::vector<Cell> cells = collectively(
      comm, [&] { return comm.rank() == 0 ? along_the_curve(on_first_rank) : std::vector<Cell>(); });
  Hash hash;
  for (const Cell& cell : cells) hash.add(cell.corners[0], cell.corners[1], cell.corners[2], cell.across);
  const std::string name = text("a mesh of ", sum(comm, std::ssize(cells)), " cells (fingerprint ",
                                hex(sum(comm, comm.rank() == 0 ? hash.state() : 0)), ")");
  const std::vector<global_index> weights(cells.size(), 1);
  return divided(with_table(comm, name, std::move(cells)), blocks_by_weight(comm, weights));
}

Grid divided(const Grid& grid, std::span<const int> owners) {
  return with_table(grid.comm, grid.name, Remap(grid.comm, owners).forward(grid.cells));
}

std::vector<int> blocks_by_weight(const Communicator& comm, std::span<const global_index> weights) {
  const global_index mine = std::accumulate(weights.begin(), weights.end(), global_index{0});
  const global_index all = sum(comm, mine);
  global_index before = sum_below(comm, mine);
  std::vector<int> owners;
  for (const global_index weight : weights) {
    owners.push_back(static_cast<int>((2 * before + weight) * comm.size() / (2 * all)));
    before += weight;
  }
  return owners;
}

}  // namespace partita::particles
