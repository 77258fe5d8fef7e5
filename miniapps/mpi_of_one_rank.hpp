#pragma once
/// \file MPI in a program of one process, which reads meshes by it.

#include <mpi.h>

namespace partita {

struct MpiOfOneRank {
  MpiOfOneRank() { MPI_Init(nullptr, nullptr); }
  ~MpiOfOneRank() { MPI_Finalize(); }
  MpiOfOneRank(const MpiOfOneRank&) = delete;
  MpiOfOneRank& operator=(const MpiOfOneRank&) = delete;
};

}  // namespace partita
