#pragma once
/// \file Waiting for other ranks by looking again and again.

#include <thread>

#include <mpi.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace partita {

/// How a rank waits.
enum class Waiting {
  by_mpi,  ///< MPI looks, and does between two looks what it does
  looks,   ///< in memory: each rank has a processor of its own
  yields   ///< in memory: leaves the processor to others between two looks, who may be those it waits for
};

/// What is done between two looks. Who looks in memory calls MPI now and then, which moves its other messages
/// only then. Who has a processor of its own keeps it: it would be left to other programs for milliseconds,
/// and whom it waits for would then wait for it. But whoever has looked in vain for about 10 ms, longer than
/// such a program keeps a processor, may not have one of its own, whatever the system says, and yields.
class Patience {
 public:
  Patience(MPI_Comm comm, Waiting waiting) : comm_(comm), waiting_(waiting) {}

  void pause() {
    if (waiting_ == Waiting::by_mpi) return;
    if (++looks_ % looks_before_mpi == 0) {
      int is_there = 0;
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_, &is_there, MPI_STATUS_IGNORE);
    }
    if (waiting_ == Waiting::yields || looks_ > looks_before_yield) {
      std::this_thread::yield();
      return;
    }
#if defined(__SSE2__)
    _mm_pause();
#endif
  }

 private:
  static constexpr unsigned looks_before_mpi = 64;
  static constexpr unsigned looks_before_yield = 1u << 18;

  MPI_Comm comm_;
  Waiting waiting_;
  unsigned looks_ = 0;
};

}  // namespace partita
