// ParMETIS is repeatable with a seed of its own, and wants at least one vertex on each rank.
#include <array>
#include <limits>
#include <numeric>

#include <mpi.h>
#include <parmetis.h>

#include <partita/mesh/graph_partitioner.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

std::vector<int> part(const Communicator& comm, const VertexGraph<global_index>& graph, int seed) {
  std::vector<idx_t> first(graph.first.begin(), graph.first.end());
  std::vector<idx_t> neighbours(graph.neighbours.begin(), graph.neighbours.end());
  const auto vertices = static_cast<idx_t>(first.size() - 1);
  const auto ranks = static_cast<std::size_t>(comm.size());
  std::vector<idx_t> first_of_rank(ranks + 1);
  MPI_Allgather(&vertices, sizeof vertices, MPI_BYTE, first_of_rank.data() + 1, sizeof vertices, MPI_BYTE,
                comm.handle());
  std::partial_sum(first_of_rank.begin(), first_of_rank.end(), first_of_rank.begin());

  idx_t weights = 0;
  idx_t numbers_from = 0;
  idx_t constraints = 1;
  idx_t parts = comm.size();
  std::vector<real_t> share_of_part(ranks, static_cast<real_t>(1) / static_cast<real_t>(ranks));
  real_t imbalance = static_cast<real_t>(1.03);
  std::array<idx_t, 3> options{1, 0, seed};  // these and no defaults; print nothing; the seed
  idx_t edges_cut = 0;
  std::vector<idx_t> result(first.size());
  MPI_Comm handle = comm.handle();
  collectively(comm, [&, status = ParMETIS_V3_PartKway(first_of_rank.data(), first.data(), neighbours.data(),
                                                       nullptr, nullptr, &weights, &numbers_from,
                                                       &constraints, &parts, share_of_part.data(), &imbalance,
                                                       options.data(), &edges_cut, result.data(), &handle)] {
    if (status != METIS_OK) throw Error("ParMETIS cannot partition the mesh");
  });
  return {result.begin(), result.begin() + vertices};
}

}  // namespace

const GraphPartitioner parmetis_library{"ParMETIS", std::numeric_limits<idx_t>::max(), part};

}  // namespace partita::mesh
