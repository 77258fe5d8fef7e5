#pragma once
// Takes the place of MPI_Comm_get_attr: an MPI of few tags, where a test wants few. For one source of a
// program.

#include <mpi.h>

#include <partita/support/communicator.hpp>

namespace {

int greatest_tag = 0;  // 0: MPI's

}  // namespace

extern "C" int MPI_Comm_get_attr(MPI_Comm comm, int key, void* value, int* is_set) {
  const int result = PMPI_Comm_get_attr(comm, key, value, is_set);
  if (key == MPI_TAG_UB && greatest_tag > 0) *static_cast<int**>(value) = &greatest_tag;
  return result;
}

namespace partita::testing_support {

inline Communicator with_tags_up_to(int greatest) {
  greatest_tag = greatest;
  const Communicator comm(MPI_COMM_WORLD);
  greatest_tag = 0;
  return comm;
}

}  // namespace partita::testing_support
