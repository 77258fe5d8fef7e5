#pragma once
/// \file Waiting for other ranks by looking again and again.

#include <thread>

#include <mpi.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <partita/executor/shared_memory.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

/// What is done between two looks: next to nothing as long as each rank has a processor of its own; else the
/// processor is left to others, who may be those that are waited for. Now and then MPI is called, which
/// moves its other messages only then. Where only MPI is waited for, it does all that by itself.
class Patience {
 public:
  Patience(const Communicator& comm, bool shares_memory)
      : comm_(comm.handle()),
        shares_memory_(shares_memory),
        is_crowded_(shares_memory && SharedMemory::of(comm).is_crowded()) {}

  void pause() {
    if (!shares_memory_) return;
    ++looks_;
    if (looks_ % looks_before_mpi == 0) {
      int is_there = 0;
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_, &is_there, MPI_STATUS_IGNORE);
    }
    if (is_crowded_ || looks_ % looks_before_mpi == 0) {
      std::this_thread::yield();
      return;
    }
#if defined(__SSE2__)
    _mm_pause();
#endif
  }

 private:
  static constexpr unsigned looks_before_mpi = 256;

  MPI_Comm comm_;
  bool shares_memory_;
  bool is_crowded_;
  unsigned looks_ = 0;
};

}  // namespace partita
