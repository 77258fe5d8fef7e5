#include <partita/inspector/remap.hpp>
#include <partita/mesh/lookup.hpp>
#include <partita/mesh/partition_share.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

// METIS needs the whole graph. Edges are in ascending order there too.
std::vector<int> by_metis(const Communicator& comm, const MeshShare& share, const PartitionOptions& options) {
  std::vector<Edge> edges;
  edges.reserve(share.mesh.edges.size());
  for (const auto& [a, b] : share.mesh.edges) edges.push_back({share.number(a), share.number(b)});
  Mesh graph;
  graph.vertices = share.vertices;
  graph.edges = Remap(comm, std::vector<int>(edges.size(), 0)).forward(edges);
  edges = {};
  const std::vector<int> parts = collectively(comm, [&] {
    return comm.rank() == 0 ? partition(graph, comm.size(), options) : std::vector<int>();
  });
  return Remap(comm, std::vector<int>(static_cast<std::size_t>(share.owned.size()), 0)).backward(parts);
}

}  // namespace

Partition partition(const Communicator& comm, const MeshShare& share, const PartitionOptions& options) {
  std::vector<int> parts = by_metis(comm, share, options);
  const std::vector<int> of_local = Lookup(comm, share.blocks, share.numbers).answers(parts);
  return {std::move(parts), sum(comm, edge_cut(share.mesh.edges, of_local))};
}

}  // namespace partita::mesh
