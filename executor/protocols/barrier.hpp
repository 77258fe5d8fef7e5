#pragma once
/// \file A barrier that is entered at one time and asked for at another.

#include <array>

#include <mpi.h>

#include <partita/support/communicator.hpp>

namespace partita::detail {

/// Dissemination barrier: in round k every rank tells the rank 2^k ahead that it, and all those it has heard
/// of, have come. Hensgen, Finkel, Manber, "Two algorithms for barrier synchronization", Int. J. Parallel
/// Programming 17(1), 1988. Unlike MPI_Ibarrier, several may be under way on one communicator in different
/// orders, each with a tag of its own.
class Barrier {
 public:
  Barrier(const Communicator& comm, int tag) : comm_(comm), tag_(tag) {}

  /// Comes to the barrier. Not synchronising. Not before the barrier before has been passed.
  void enter();

  /// True when all ranks have come. Does not wait: ask again.
  bool passed();

 private:
  void tell();

  Communicator comm_;
  int tag_;
  int distance_ = 0;
  std::array<MPI_Request, 2> round_{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

}  // namespace partita::detail
