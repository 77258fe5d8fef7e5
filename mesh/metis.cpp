#include <array>
#include <limits>
#include <numeric>

#include <metis.h>

#include <partita/mesh/metis.hpp>
#include <partita/mesh/vertex_graph.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {

std::vector<int> part_graph(global_index vertices, std::span<const Edge> edges, int parts,
                            const PartitionOptions& options) {
  if (parts < 1) throw Error("cannot partition into ", parts, " parts; give 1 or more");
  std::vector<int> part_of(vertices);
  if (parts == 1 || vertices == 0) return part_of;
  if (parts >= vertices) {  // METIS does not support this
    std::iota(part_of.begin(), part_of.end(), 0);
    return part_of;
  }
  if (edges.size() > static_cast<std::size_t>(std::numeric_limits<idx_t>::max() / 2))
    throw Error("the graph has ", edges.size(), " edges, more than this METIS can count (its integers have ",
                8 * sizeof(idx_t), " bits); build METIS with 64-bit integers");

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

}  // namespace partita::mesh
