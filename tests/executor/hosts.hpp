#pragma once
// Ranks of one machine, as if they were on several hosts.

#include <memory>
#include <vector>

#include <partita/executor/replay/transport/shared_memory.hpp>
#include <partita/support/communicator.hpp>

namespace partita::testing_support {

// A communicator of all ranks, of which only those of the same host share memory. Collective.
inline Communicator on_hosts(const std::vector<int>& host_of) {
  const Communicator comm(MPI_COMM_WORLD);
  comm.attached<detail::SharedMemory>([&] {
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_split(comm.handle(), host_of[static_cast<std::size_t>(comm.rank())], comm.rank(), &host);
    return std::make_shared<detail::SharedMemory>(comm, host);
  });
  return comm;
}

// Even ranks on one host, odd ones on another. Collective.
inline Communicator on_two_hosts() {
  std::vector<int> host_of(static_cast<std::size_t>(Communicator(MPI_COMM_WORLD).size()));
  for (std::size_t rank = 0; rank < host_of.size(); ++rank) host_of[rank] = static_cast<int>(rank % 2);
  return on_hosts(host_of);
}

}  // namespace partita::testing_support
