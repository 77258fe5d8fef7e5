#pragma once
/// \file Waiting for other ranks by polling.

#include <thread>

#include <mpi.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <partita/executor/replay/transport/replay_transport.hpp>
#include <partita/support/mpi_state.hpp>

namespace partita::detail {

/// What is done between two polls. A rank that polls memory calls MPI now and then, which moves its other
/// messages only then. A rank with a processor of its own keeps it: else other programs would take it for
/// milliseconds, and the rank that it waits for would then wait for it. But after about 10 ms of polling in
/// vain, longer than such a program keeps a processor, a rank may not have one of its own, and yields.
class Patience {
 public:
  Patience(MPI_Comm comm, Waiting waiting) : comm_(comm), waiting_(waiting) {}

  /// Throws Error if MPI has been finalised.
  void pause() {
    if (waiting_ == Waiting::by_mpi) return;
    if (++polls_ % polls_before_mpi == 0) {
      require_mpi();
      int is_there = 0;
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_, &is_there, MPI_STATUS_IGNORE);
    }
    if (waiting_ == Waiting::yields || polls_ > polls_before_yield) {
      std::this_thread::yield();
      return;
    }
#if defined(__SSE2__)
    _mm_pause();
#endif
  }

 private:
  static constexpr unsigned polls_before_mpi = 64;
  static constexpr unsigned polls_before_yield = 1u << 18;

  MPI_Comm comm_;
  Waiting waiting_;
  unsigned polls_ = 0;
};

}  // namespace partita::detail
