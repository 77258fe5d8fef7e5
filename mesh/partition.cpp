#include <algorithm>

#include <partita/mesh/faces.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {

std::vector<int> partition(const Mesh& mesh, int parts, const PartitionOptions& options) {
  return partition_graph(mesh.vertices, mesh.edges, parts, options);
}

std::vector<int> partition_cells(const Mesh& mesh, int parts, const PartitionOptions& options) {
  if (mesh.cells.empty() && mesh.vertices > 0)
    throw Error("a bare graph has no cells to partition; partition its vertices");
  return partition_graph(std::ssize(mesh.cells), adjacent_cells(mesh), parts, options);
}

global_index edge_cut(std::span<const Edge> edges, std::span<const int> parts) {
  return std::ranges::count_if(edges, [&](const Edge& edge) { return parts[edge[0]] != parts[edge[1]]; });
}

double imbalance(std::span<const int> part_of, int parts) {
  if (part_of.empty()) return 1;
  std::vector<double> sizes(parts);
  for (const int part : part_of) ++sizes[part];
  return std::ranges::max(sizes) * parts / static_cast<double>(part_of.size());
}

}  // namespace partita::mesh
