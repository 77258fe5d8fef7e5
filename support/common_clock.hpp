#pragma once
/// \file A clock that the ranks of a communicator share.

#include <mpi.h>

#include <partita/support/communicator.hpp>

namespace partita {

/// MPI_Wtime, with one zero for all ranks. MPI does not promise that: in Open MPI every rank counts from its
/// own start.
///
/// Each rank asks its parent in a binomial tree for the time, several times, and believes the answer that
/// came soonest: it is wrong by at most half of that round trip, in each of log2 n levels. Source: Cristian,
/// "Probabilistic clock synchronization", Distributed Computing 3, 1989. Clocks of several hosts drift apart
/// afterwards, by milliseconds in minutes. Nothing but waiting times may depend on them.
class CommonClock {
 public:
  /// Compares the clocks, unless MPI has only one (MPI_WTIME_IS_GLOBAL). Collective.
  explicit CommonClock(const Communicator& comm);

  /// @param tag  of no message that is under way
  CommonClock(MPI_Comm comm, int tag);

  /// @return seconds. Not collective.
  double seconds() const { return MPI_Wtime() + behind_; }

 private:
  double behind_ = 0;  // this rank's MPI_Wtime, compared with rank 0's
};

}  // namespace partita
