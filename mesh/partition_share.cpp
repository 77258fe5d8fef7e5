#include <algorithm>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/find_edges.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/mesh/pt_scotch.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

// METIS needs the whole graph on one rank, unless it is too large. Edges are in ascending order there too.
std::vector<int> by_metis(const Communicator& comm, const MeshShare& share, const PartitionOptions& options) {
  collectively(comm, [&] { require_countable_by_metis(share.vertices, share.edges); });
  std::vector<Edge> edges;
  edges.reserve(share.mesh.edges.size());
  for (const auto& [a, b] : share.mesh.edges) edges.push_back({share.number(a), share.number(b)});
  edges = Remap(comm, std::vector<int>(edges.size(), 0)).forward(edges);
  const std::vector<int> parts = collectively(comm, [&] {
    return comm.rank() == 0 ? partition_graph(share.vertices, edges, comm.size(), options)
                            : std::vector<int>();
  });
  return Remap(comm, std::vector<int>(static_cast<std::size_t>(share.owned.size()), 0)).backward(parts);
}

bool pt_scotch_counts(const MeshShare& share) {
  return most_arcs_of_pt_scotch > 0 && share.edges <= most_arcs_of_pt_scotch / 2;
}

std::vector<int> by_pt_scotch(const Communicator& comm, const MeshShare& share, int seed) {
  if (most_arcs_of_pt_scotch > 0 && !pt_scotch_counts(share))
    throw CollectiveError("the mesh has ", share.edges,
                          " edges, more than this PT-Scotch can count; take the partition curve, or build "
                          "PT-Scotch with integers of 64 bits");
  VertexGraph<global_index> graph = find_neighbours(share.mesh, share.owned);
  for (global_index& neighbour : graph.neighbours) neighbour = share.number(neighbour);
  return part_by_pt_scotch(comm, graph, seed);
}

PartitionMethod method_for(const MeshShare& share, PartitionMethod wanted) {
  constexpr global_index most_for_one_rank = 2'000'000;
  if (wanted != PartitionMethod::automatic) return wanted;
  if (share.vertices <= most_for_one_rank) return PartitionMethod::k_way;
  return pt_scotch_counts(share) ? PartitionMethod::pt_scotch : PartitionMethod::curve;
}

std::vector<int> parts_by(PartitionMethod method, const Communicator& comm, const MeshShare& share,
                          int seed) {
  // Vertices are in equal blocks along the curve, which no method improves where each rank has one at most.
  if (method == PartitionMethod::curve || comm.size() == 1 || share.vertices <= comm.size())
    return std::vector<int>(static_cast<std::size_t>(share.owned.size()), comm.rank());
  if (method == PartitionMethod::pt_scotch) return by_pt_scotch(comm, share, seed);
  return by_metis(comm, share, {method, seed});
}

}  // namespace

Partition partition(const Communicator& comm, const MeshShare& share, const PartitionOptions& options) {
  const PartitionMethod method = method_for(share, options.method);
  std::vector<int> parts = parts_by(method, comm, share, options.seed);
  const global_index cut = edges_cut(comm, share, parts);
  return {std::move(parts), cut, method};
}

global_index edges_cut(const Communicator& comm, const MeshShare& share, const std::vector<int>& parts) {
  const ConsecutiveShares owners(comm, {share.vertices, comm.size()});
  const Fetched part(owners, parts, {share.numbers});
  const auto cut = std::ranges::count_if(share.mesh.edges, [&](const Edge& edge) {
    return part[share.number(edge[0])] != part[share.number(edge[1])];
  });
  return sum(comm, global_index{cut});
}

}  // namespace partita::mesh
