#include "ghost_values.hpp"

#include <algorithm>
#include <cmath>

#include <partita/inspector/inspect.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/support/collectively.hpp>

namespace partita::bench {

namespace {

struct PartitionedMesh {
  std::vector<Edge> edges;
  std::vector<int> parts;
};

PartitionedMesh naca_mesh(global_index vertices, int ranks) {
  const auto around = 2 * std::lround(std::sqrt(static_cast<double>(vertices)));
  const auto outwards = std::lround(static_cast<double>(vertices) / static_cast<double>(around));
  mesh::Mesh mesh =
      mesh::naca({.surface_points = static_cast<int>(around), .radial_points = static_cast<int>(outwards)});
  std::vector<int> parts = mesh::partition(mesh, ranks);
  return {std::move(mesh.edges), std::move(parts)};
}

std::vector<local_index> border_of(const AccessPattern& pattern) {
  std::vector<local_index> border;
  for (const NeededBy& neighbour : pattern.needed_by())
    border.insert(border.end(), neighbour.owned.begin(), neighbour.owned.end());
  std::ranges::sort(border);
  border.erase(std::unique(border.begin(), border.end()), border.end());
  return border;
}

}  // namespace

GhostValues naca_ghosts(const Communicator& comm, global_index vertices) {
  const PartitionedMesh mesh = collectively(
      comm, [&] { return comm.rank() == 0 ? naca_mesh(vertices, comm.size()) : PartitionedMesh{}; });
  const auto table = TranslationTable::from_partition(comm, mesh.parts);
  const InspectedLoop loop = inspect(table, mesh.edges, Execution::both_sides);
  return {table.size(), loop.pattern(), border_of(loop.pattern())};
}

}  // namespace partita::bench
