#pragma once
/// \file A clock that the ranks of a communicator share.

#include <mpi.h>

#include <partita/support/communicator.hpp>

namespace partita {

/// MPI_Wtime, with one zero for all ranks. MPI does not promise that: in Open MPI every rank counts from its
/// own start. Clocks of several hosts drift apart afterwards, by milliseconds in minutes. Nothing but waiting
/// times may depend on them. See detail::clock_offset.
class CommonClock {
 public:
  /// Compares the clocks. Collective.
  explicit CommonClock(const Communicator& comm);

  /// @return seconds. Not collective.
  double seconds() const { return MPI_Wtime() + behind_; }

 private:
  double behind_;
};

}  // namespace partita
