#include "layout.hpp"

#include <partita/executor/transport/shared_memory.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>

namespace partita::calibrate {

HostLayout layout_of(const Communicator& comm) {
  const detail::SharedMemory& host = detail::SharedMemory::of(comm);
  int first = comm.rank();
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, host.host());
  const int ranks = max(comm, host.ranks());
  collectively(comm, [&] {
    if (host.ranks() != ranks)
      throw Error("the host of rank ", comm.rank(), " has ", host.ranks(), " ranks, but another has ", ranks,
                  "; start as many on every host");
    if (first % ranks != 0 || comm.rank() / ranks != first / ranks)
      throw Error("rank ", comm.rank(), " shares its host with rank ", first,
                  ", but not with all between; fill host after host (mpirun --map-by slot)");
  });
  return {comm.size() / ranks, ranks};
}

}  // namespace partita::calibrate
