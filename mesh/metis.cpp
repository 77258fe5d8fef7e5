#include <array>
#include <cstdint>
#include <limits>
#include <numeric>

#include <metis.h>

#include <partita/mesh/faces.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/mesh/vertex_graph.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {

void require_countable_by_metis(global_index vertices, global_index edges) {
  constexpr std::int64_t most = std::numeric_limits<idx_t>::max();
  if (edges <= most / 2 && vertices <= most) return;
  throw Error("the graph has ", vertices, " vertices and ", edges,
              " edges, more than this METIS can count (its integers have ", 8 * sizeof(idx_t),
              " bits); read the mesh on several ranks and take the partition curve, or build METIS with "
              "integers of 64 bits");
}

std::vector<int> partition_graph(global_index vertices, std::span<const Edge> edges, int parts,
                                 const PartitionOptions& options) {
  if (parts < 1) throw Error("cannot partition into ", parts, " parts; give 1 or more");
  std::vector<int> part_of(vertices);
  if (parts == 1 || vertices == 0) return part_of;
  if (parts >= vertices) {  // METIS does not support this
    std::iota(part_of.begin(), part_of.end(), 0);
    return part_of;
  }
  require_countable_by_metis(vertices, std::ssize(edges));

  VertexGraph<idx_t> graph = vertex_graph<idx_t>(vertices, edges);
  auto count = static_cast<idx_t>(vertices);
  idx_t constraints = 1;
  auto wanted = static_cast<idx_t>(parts);
  idx_t cut = 0;
  std::array<idx_t, METIS_NOPTIONS> settings{};
  METIS_SetDefaultOptions(settings.data());
  settings[METIS_OPTION_SEED] = options.seed;
  std::vector<idx_t> result(part_of.size());

  const auto metis =
      options.method == PartitionMethod::recursive ? METIS_PartGraphRecursive : METIS_PartGraphKway;
  const int status = metis(&count, &constraints, graph.first.data(), graph.neighbours.data(), nullptr,
                           nullptr, nullptr, &wanted, nullptr, nullptr, settings.data(), &cut, result.data());
  if (status != METIS_OK)
    throw Error("METIS could not partition ", vertices, " vertices into ", parts, " parts",
                status == METIS_ERROR_MEMORY ? ": out of memory" : "");
  return {result.begin(), result.end()};
}

std::vector<int> partition(const Mesh& mesh, int parts, const PartitionOptions& options) {
  return partition_graph(mesh.vertices, mesh.edges, parts, options);
}

std::vector<int> partition_cells(const Mesh& mesh, int parts, const PartitionOptions& options) {
  if (mesh.cells.empty() && mesh.vertices > 0)
    throw Error("a bare graph has no cells to partition; partition its vertices");
  return partition_graph(std::ssize(mesh.cells), adjacent_cells(mesh), parts, options);
}

}  // namespace partita::mesh
