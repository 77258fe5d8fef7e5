#pragma once
// What comes for replays that were given up.

#include <vector>

#include <mpi.h>

#include <partita/support/communicator.hpp>

namespace partita::testing_support {

// Receives messages that have come with the first 40 tags, and that no rank wants. MPI would give them to the
// communicator that it makes next. Collective.
inline void receive_what_is_left(const Communicator& comm) {
  MPI_Barrier(comm.handle());
  for (int tag = 0; tag < 40; ++tag)
    for (;;) {
      int is_there = 0, bytes = 0;
      MPI_Status status;
      MPI_Iprobe(MPI_ANY_SOURCE, tag, comm.handle(), &is_there, &status);
      if (is_there == 0) break;
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      std::vector<std::byte> message(static_cast<std::size_t>(bytes));
      MPI_Recv(message.data(), bytes, MPI_BYTE, status.MPI_SOURCE, tag, comm.handle(), MPI_STATUS_IGNORE);
    }
  MPI_Barrier(comm.handle());  // what comes next is wanted
}

}  // namespace partita::testing_support
