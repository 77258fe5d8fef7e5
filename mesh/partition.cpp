#include <algorithm>
#include <limits>
#include <numeric>

#include <metis.h>

#include <partita/mesh/partition.hpp>
#include <partita/mesh/vertex_graph.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {

std::vector<int> partition(const Mesh& mesh, int parts, const PartitionOptions& options) {
  if (parts < 1) throw Error("cannot partition into ", parts, " parts; give 1 or more");
  std::vector<int> part_of(mesh.vertices);
  if (parts == 1 || mesh.vertices == 0) return part_of;
  if (parts >= mesh.vertices) {  // METIS does not support this
    std::iota(part_of.begin(), part_of.end(), 0);
    return part_of;
  }
  if (mesh.edges.size() > static_cast<std::size_t>(std::numeric_limits<idx_t>::max() / 2))
    throw Error("the mesh has ", mesh.edges.size(),
                " edges, more than this METIS can count (its integers have ", 8 * sizeof(idx_t),
                " bits); build METIS with 64-bit integers");

  VertexGraph<idx_t> graph = vertex_graph<idx_t>(mesh.vertices, mesh.edges);
  auto vertices = static_cast<idx_t>(mesh.vertices);
  idx_t constraints = 1;
  auto wanted = static_cast<idx_t>(parts);
  idx_t cut = 0;
  std::array<idx_t, METIS_NOPTIONS> settings{};
  METIS_SetDefaultOptions(settings.data());
  settings[METIS_OPTION_SEED] = options.seed;
  std::vector<idx_t> result(part_of.size());

  const auto metis =
      options.method == PartitionMethod::recursive ? METIS_PartGraphRecursive : METIS_PartGraphKway;
  const int status = metis(&vertices, &constraints, graph.first.data(), graph.neighbours.data(), nullptr,
                           nullptr, nullptr, &wanted, nullptr, nullptr, settings.data(), &cut, result.data());
  if (status != METIS_OK)
    throw Error("METIS could not partition ", mesh.vertices, " vertices into ", parts, " parts",
                status == METIS_ERROR_MEMORY ? ": out of memory" : "");
  return {result.begin(), result.end()};
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
