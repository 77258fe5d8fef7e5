#include <algorithm>
#include <numeric>

#include <partita/support/byte_block.hpp>
#include <partita/support/collective.hpp>
#include <partita/support/polled.hpp>
#include <partita/support/sparse_exchange.hpp>
#include <partita/support/tags.hpp>

namespace partita {

// Once all ranks are here, every rank sends synchronously and receives each message that arrives. When its
// own sends have all been received it enters a non-blocking barrier. When that completes, all sends of all
// ranks have been received, and the rank stops probing. No rank sends anything of the next exchange before
// all ranks are in it, so one tag serves all.
void exchange_messages(const Communicator& comm, std::span<const OutgoingBytes> outgoing,
                       const std::function<std::byte*(int, std::size_t)>& room_for) {
  detail::require_match(comm, {"sparse exchange"});
  detail::CollectiveWait wait(comm, {"sparse exchange"}, comm.size());
  std::vector<MPI_Request> sends;
  sends.reserve(outgoing.size());
  for (const auto& [rank, bytes] : outgoing) {
    const ByteBlock block(bytes.size());
    MPI_Issend(bytes.data(), block.count(), block.type(), rank, detail::tag_of_sparse_exchanges,
               comm.handle(), &sends.emplace_back());
  }

  const auto receive = [&] {
    wait.poll();
    int arrived = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, detail::tag_of_sparse_exchanges, comm.handle(), &arrived, &status);
    if (arrived == 0) return;
    const std::size_t bytes = bytes_of(status);
    const ByteBlock block(bytes);
    MPI_Recv(room_for(status.MPI_SOURCE, bytes), block.count(), block.type(), status.MPI_SOURCE,
             detail::tag_of_sparse_exchanges, comm.handle(), MPI_STATUS_IGNORE);
  };
  for (int are_received = 0; are_received == 0;) {
    receive();
    MPI_Testall(static_cast<int>(sends.size()), sends.data(), &are_received, MPI_STATUSES_IGNORE);
  }
  detail::poll_till_complete(comm.handle(), {}, receive,
                             [&](std::byte*, MPI_Request* request) { MPI_Ibarrier(comm.handle(), request); });
}

std::vector<std::size_t> detail::ascending(std::span<const int> ranks) {
  std::vector<std::size_t> order(ranks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t k) { return ranks[k]; });
  return order;
}

}  // namespace partita
