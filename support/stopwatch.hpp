#pragma once
/// \file Elapsed seconds. MPI_Wtime, not std::chrono: inside a simulator it is the simulated time.

#include <mpi.h>

namespace partita {

class Stopwatch {
 public:
  double seconds() const { return MPI_Wtime() - start_; }
  void restart() { start_ = MPI_Wtime(); }

 private:
  double start_ = MPI_Wtime();
};

}  // namespace partita
