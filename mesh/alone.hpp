#pragma once
/// \file Work of one process alone, by functions for the ranks of a communicator.

#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {

/// work(communicator of this process alone). MPI must run. Not collective.
/// @throws Error for a CollectiveError of the work: other ranks know nothing of it
template <class Work>
auto alone(Work&& work) {
  try {
    return work(Communicator(MPI_COMM_SELF));
  } catch (const CollectiveError& error) {
    throw Error(error.what());
  }
}

}  // namespace partita::mesh
