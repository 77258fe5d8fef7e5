#include <algorithm>
#include <memory>

#include <mpi.h>

#include <partita/executor/choosing/machine_here.hpp>
#include <partita/executor/replay/transport/shared_memory.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/time_limits.hpp>

namespace partita {

using namespace detail;

namespace {

// Collective.
Machine found(const Communicator& comm) {
  constexpr double microsecond = 1e-6, gigabyte = 1e9;
  const SharedMemory& host = SharedMemory::of(comm);
  int first = comm.rank();
  {
    const BlockingWait wait(comm.handle(), "for the ranks of its host in the look at the machine");
    MPI_Bcast(&first, 1, MPI_INT, 0, host.host());
  }
  const int block = max(comm, host.ranks());
  const bool in_blocks =
      first == comm.rank() / block * block && host.ranks() == std::min(block, comm.size() - first);

  Machine machine;
  machine.ranks_per_host = min(comm, in_blocks ? 1 : 0) == 1 ? block : 1;
  machine.costs = {.start_up = 1 * microsecond,
                   .receive = 0.3 * microsecond,
                   .signal = 0.5 * microsecond,
                   .bandwidth = 25 * gigabyte,
                   .host_start_up = 0.3 * microsecond,
                   .host_bandwidth = 10 * gigabyte};
  machine.costs_are_guessed = true;
  return machine;
}

}  // namespace

Machine machine_here(const Communicator& comm) {
  return comm.attached<Machine>([&] { return std::make_shared<Machine>(found(comm)); });
}

}  // namespace partita
