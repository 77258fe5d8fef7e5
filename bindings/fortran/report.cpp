#include <chrono>
#include <cstdio>
#include <thread>

#include "bindings/fortran/calls.hpp"

namespace partita::fortran {

void report(int code, int* error, const char* procedure) {
  if (error != nullptr) *error = code;
  if (code == PARTITA_OK || error != nullptr) return;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // Rank 0 says it first, and ends this rank, unless it takes no part.
  if (code == PARTITA_COLLECTIVE_ERROR && rank != 0) std::this_thread::sleep_for(std::chrono::seconds(1));
  std::fprintf(stderr, "%s: %s\n", procedure, partita_error());
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

}  // namespace partita::fortran
