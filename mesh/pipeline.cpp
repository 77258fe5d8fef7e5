#include <partita/mesh/pipeline.hpp>
#include <partita/support/byte_block.hpp>
#include <partita/support/collective.hpp>
#include <partita/support/tags.hpp>
#include <partita/support/time_limits.hpp>

namespace partita::mesh {

std::string from_below(const Communicator& comm) {
  const detail::CollectiveName name{"pipeline", "slices"};
  detail::CollectiveWait wait(comm, name, comm.rank());
  if (comm.rank() == 0) return {};
  MPI_Status status;
  for (int has_come = 0;;) {
    MPI_Iprobe(comm.rank() - 1, detail::tag_of_messages_in_order, comm.handle(), &has_come, &status);
    if (has_come != 0) break;
    wait.poll();
  }
  std::string bytes(bytes_of(status), '\0');
  const ByteBlock block(bytes.size());
  MPI_Recv(bytes.data(), block.count(), block.type(), status.MPI_SOURCE, detail::tag_of_messages_in_order,
           comm.handle(), MPI_STATUS_IGNORE);
  return bytes;
}

void hand_on(const Communicator& comm, const std::string& bytes) {
  if (comm.rank() + 1 == comm.size()) return;
  const BlockingWait waits(comm.handle(), "for the next rank in the pipeline of slices");
  const ByteBlock block(bytes.size());
  MPI_Send(bytes.data(), block.count(), block.type(), comm.rank() + 1, detail::tag_of_messages_in_order,
           comm.handle());
}

}  // namespace partita::mesh
