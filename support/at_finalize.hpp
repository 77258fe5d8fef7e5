#pragma once
/// \file What is written by MPI_Finalize, if nothing has ended before.

#include <functional>

#include <mpi.h>

namespace partita::detail {

/// Calls a function when MPI_Finalize begins, while messages can still be sent: for programs that never end
/// their communicators. Not if it is destroyed before. MPI_Finalize begins with what is attached to
/// MPI_COMM_SELF. Not collective.
class AtFinalize {
 public:
  explicit AtFinalize(std::function<void()> call);
  ~AtFinalize();
  AtFinalize(const AtFinalize&) = delete;
  AtFinalize& operator=(const AtFinalize&) = delete;

 private:
  static int run(MPI_Comm, int, void* self, void*);

  std::function<void()> call_;
  int key_ = MPI_KEYVAL_INVALID;
};

}  // namespace partita::detail
