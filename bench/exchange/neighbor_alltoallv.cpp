// MPI's neighbour collective, on a graph of the neighbours made without reordering.
#include <mpi.h>

#include "packing.hpp"
#include "variant.hpp"

namespace partita::bench {

namespace {

// One rank's sends to, or receives from, its neighbours, in doubles, in MPI's form.
struct Side {
  std::vector<int> ranks, counts, displacements;

  void add(int rank, std::size_t first, std::size_t length) {
    ranks.push_back(rank);
    displacements.push_back(static_cast<int>(first));
    counts.push_back(static_cast<int>(length));
  }
};

class NeighborAlltoallv final : public Variant {
 public:
  NeighborAlltoallv(const AccessPattern& pattern, const Field& field)
      : pattern_(pattern), field_(field), packed_(packing_buffer(pattern, field)) {
    std::size_t first = 0;
    for (const NeededBy& neighbour : pattern.needed_by()) {
      owners_.add(neighbour.rank, first, neighbour.owned.size() * field.components);
      first += neighbour.owned.size() * field.components;
    }
    for (const GhostRun& run : pattern.ghost_runs())
      holders_.add(run.rank, static_cast<std::size_t>(run.first) * field.components,
                   static_cast<std::size_t>(run.length) * field.components);
    gather_ = graph(holders_, owners_);
    scatter_ = graph(owners_, holders_);
  }

  ~NeighborAlltoallv() override {
    MPI_Comm_free(&gather_);
    MPI_Comm_free(&scatter_);
  }

  void gather() override {
    pack(pattern_, field_, packed_.data());
    exchange(packed_.data(), owners_, field_.values, holders_, gather_);
  }

  void scatter_add() override {
    exchange(field_.values, holders_, packed_.data(), owners_, scatter_);
    unpack_add(pattern_, packed_.data(), field_);
  }

 private:
  static MPI_Comm graph(const Side& from, const Side& to) {
    MPI_Comm graph = MPI_COMM_NULL;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, static_cast<int>(from.ranks.size()), from.ranks.data(),
                                   MPI_UNWEIGHTED, static_cast<int>(to.ranks.size()), to.ranks.data(),
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, /*reorder=*/0, &graph);
    return graph;
  }

  static void exchange(const double* send, const Side& to, double* receive, const Side& from,
                       MPI_Comm graph) {
    MPI_Neighbor_alltoallv(send, to.counts.data(), to.displacements.data(), MPI_DOUBLE, receive,
                           from.counts.data(), from.displacements.data(), MPI_DOUBLE, graph);
  }

  AccessPattern pattern_;
  Field field_;
  std::vector<double> packed_;
  Side owners_;   // positions of packed values
  Side holders_;  // positions of ghosts
  MPI_Comm gather_ = MPI_COMM_NULL, scatter_ = MPI_COMM_NULL;
};

}  // namespace

Kind neighbor_alltoallv() {
  return {"Neighbor_alltoallv", Family::peer, [](const auto& pattern, const Field& field) {
            return std::make_unique<NeighborAlltoallv>(pattern, field);
          }};
}

}  // namespace partita::bench
