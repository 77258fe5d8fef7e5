#pragma once
/// \file Communicators of MPI that know the neighbours of each rank, for its neighbour collectives.

#include <cstddef>
#include <span>
#include <vector>

#include <mpi.h>

#include <partita/support/communicator.hpp>

namespace partita::detail {

/// Graph communicators, one for each pattern of messages however many replays have it: implementations of MPI
/// have a few thousand contexts. There is one NeighbourGraphs for each Communicator. Graphs that no rank uses
/// any more are freed when another is made, which all ranks do at the same time.
///
/// Neighbours are so both ways: MPICH 4.0 confuses the numbers of those a rank receives from and sends to
/// (pmodels/mpich, issue 6233). Ranks are not reordered: Open MPI 4.1 may hang when asked to.
class NeighbourGraphs {
 public:
  /// That of a communicator, as long as the last copy of it lives. Not synchronising.
  static NeighbourGraphs& of(const Communicator& comm);

  explicit NeighbourGraphs(const Communicator& comm);
  NeighbourGraphs(const NeighbourGraphs&) = delete;
  NeighbourGraphs& operator=(const NeighbourGraphs&) = delete;
  ~NeighbourGraphs();

  /// Takes the graph in which these are this rank's neighbours, in this order; it is theirs. Collective: one
  /// reduction, and a new communicator when the pattern is new.
  std::size_t take(std::span<const int> neighbours);

  /// This user does not need it any more. Not collective.
  void give_back(std::size_t graph) { --graphs_[graph].users; }

  MPI_Comm handle(std::size_t graph) const { return graphs_[graph].handle; }

 private:
  struct Graph {
    MPI_Comm handle = MPI_COMM_NULL;  // null when the place is free
    std::vector<int> neighbours;      // of this rank
    int users = 0;                    // on this rank
  };

  MPI_Comm parent_;
  std::vector<Graph> graphs_;  // the same places on all ranks
};

}  // namespace partita::detail
