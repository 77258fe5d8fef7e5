#pragma once
/// \file The border between Partita, which throws, and PETSc, which returns error codes.

#include <mpi.h>
#include <petscsys.h>

#include <partita/support/error.hpp>

namespace partita::petsc {

/// A call of PETSc has failed. PETSc has already reported the error.
class Failure : public Error {
 public:
  explicit Failure(PetscErrorCode code);
  PetscErrorCode code() const { return code_; }

 private:
  PetscErrorCode code_;
};

/// From PETSc to Partita: throws Failure unless the code means success.
inline void check(PetscErrorCode code) {
  if (code != PetscErrorCode{}) throw Failure(code);
}

/// Reports the exception that is being handled to PETSc, like SETERRQ, and returns its code. A
/// CollectiveError is reported on `comm`, so once; any other exception on this rank. Call it in a catch
/// block.
PetscErrorCode report(MPI_Comm comm, const char* function, const char* file, int line) noexcept;

/// From Partita to PETSc: runs `work` and returns the code of success, or of the exception: PETSC_ERR_LIB
/// with the sentence of an Error, PETSC_ERR_MEM, or the code of a Failure. Throws nothing. Wrap PETSc's
/// callbacks in it:
///
///     PetscErrorCode residual(SNES snes, Vec x, Vec f, void* context) {
///       return partita::petsc::error_code_of(PETSC_COMM_WORLD, [&] { ... });
///     }
///
/// All ranks throw a CollectiveError, so all return its code. Other exceptions are an error of one rank
/// alone. As PETSc's own errors of one rank, their code is returned up to `main`, which ends the job.
///
/// Function, file and line are those of the call: std::source_location is missing in clang 14.
template <class Work>
[[nodiscard]] PetscErrorCode error_code_of(MPI_Comm comm, Work&& work,
                                           const char* function = __builtin_FUNCTION(),
                                           const char* file = __builtin_FILE(),
                                           int line = __builtin_LINE()) noexcept {
  try {
    work();
    return PetscErrorCode{};
  } catch (...) {
    return report(comm, function, file, line);
  }
}

}  // namespace partita::petsc
