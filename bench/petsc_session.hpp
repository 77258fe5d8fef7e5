#pragma once
/// \file PETSc for a benchmark, without its names.

#include <partita/support/error.hpp>

namespace partita::bench {

/// PETSc, initialised during the object's life.
class Petsc {
 public:
  Petsc();
  ~Petsc();
  Petsc(const Petsc&) = delete;
  Petsc& operator=(const Petsc&) = delete;
};

/// @throws Error unless it is PETSc's code for success
inline void check_petsc(int code) {
  if (code != 0) throw Error(text("PETSc failed with error ", code));
}

}  // namespace partita::bench
