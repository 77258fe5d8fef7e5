#pragma once
/// \file What MPI does while its rank polls.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

#include <mpi.h>

namespace partita::detail {

/// Waits for a request that start(bytes, &request) begins, and calls poll() again and again, which may throw,
/// and does if MPI has failed and the communicator's handler has returned.
/// MPI works on a copy of the bytes. It may still write to that after a poll that has thrown, so the copy is
/// never freed then. Open MPI calls no handler of the communicator if a collective fails that does not block.
template <class Start, class Poll>
void poll_till_complete(MPI_Comm comm, std::span<std::byte> bytes, Poll&& poll, Start&& start) {
  struct Lent {
    std::unique_ptr<std::byte[]> copy;
    MPI_Request request = MPI_REQUEST_NULL;

    ~Lent() {
      if (request != MPI_REQUEST_NULL) (void)copy.release();
    }
  } lent{std::make_unique_for_overwrite<std::byte[]>(bytes.size())};
  std::ranges::copy(bytes, lent.copy.get());
  start(lent.copy.get(), &lent.request);
  for (int is_complete = 0;;) {
    if (const int result = MPI_Test(&lent.request, &is_complete, MPI_STATUS_IGNORE); result != MPI_SUCCESS)
      MPI_Comm_call_errhandler(comm, result);
    if (is_complete != 0) break;
    poll();
  }
  std::copy_n(lent.copy.get(), bytes.size(), bytes.begin());
}

}  // namespace partita::detail
