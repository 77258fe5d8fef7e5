#include <partita/support/byte_block.hpp>
#include <partita/support/collective.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

// Every rank sends synchronously and receives each message that arrives. When its own sends have all been
// received it enters a non-blocking barrier. When the barrier completes, all sends of all ranks have been
// received, and the rank stops probing. A fast rank may begin the next exchange while a slow one still probes
// in this one. The two tags in turn keep their messages apart. Two suffice: no rank gets a second exchange
// ahead of a rank in the first.
void exchange_messages(const Communicator& comm, std::span<const OutgoingBytes> outgoing,
                       const std::function<std::byte*(int, std::size_t)>& room_for) {
  detail::CollectiveWait wait(comm, {"sparse exchange"}, comm.size(), {});
  const int tag = comm.alternate_tag();
  std::vector<MPI_Request> sends;
  sends.reserve(outgoing.size());
  for (const auto& [rank, bytes] : outgoing) {
    const ByteBlock block(bytes.size());
    MPI_Issend(bytes.data(), block.count(), block.type(), rank, tag, comm.handle(), &sends.emplace_back());
  }

  MPI_Request barrier = MPI_REQUEST_NULL;
  for (int all_received = 0; !all_received;) {
    wait.poll();
    int arrived = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, tag, comm.handle(), &arrived, &status);
    if (arrived) {
      MPI_Count bytes = 0;
      MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
      const ByteBlock block(static_cast<std::size_t>(bytes));
      MPI_Recv(room_for(status.MPI_SOURCE, static_cast<std::size_t>(bytes)), block.count(), block.type(),
               status.MPI_SOURCE, tag, comm.handle(), MPI_STATUS_IGNORE);
    }

    if (barrier != MPI_REQUEST_NULL) {
      MPI_Test(&barrier, &all_received, MPI_STATUS_IGNORE);
    } else {
      int own_sends_received = 0;
      MPI_Testall(static_cast<int>(sends.size()), sends.data(), &own_sends_received, MPI_STATUSES_IGNORE);
      if (own_sends_received) MPI_Ibarrier(comm.handle(), &barrier);
    }
  }
}

}  // namespace partita
