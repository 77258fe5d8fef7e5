#pragma once
/// \file The border between Partita, which throws, and PETSc, which returns error codes.

#include <mpi.h>
#include <petscsys.h>

#include <partita/support/error.hpp>

namespace partita::petsc {

/// A call of PETSc has failed, and PETSc has said so.
class Failure : public Error {
 public:
  explicit Failure(PetscErrorCode code);
  PetscErrorCode code() const { return code_; }

 private:
  PetscErrorCode code_;
};

/// From PETSc to Partita: throws Failure unless the code is that of success.
inline void check(PetscErrorCode code) {
  if (code != PetscErrorCode{}) throw Failure(code);
}

/// Where a call stands in the sources: std::source_location, which clang 14 lacks.
struct CallSite {
  const char* function;
  const char* file;
  int line;

  static CallSite here(const char* function = __builtin_FUNCTION(), const char* file = __builtin_FILE(),
                       int line = __builtin_LINE()) {
    return {function, file, line};
  }
};

/// Tells PETSc of the exception that is being handled, as SETERRQ does, and returns its code. A
/// CollectiveError is said of `comm`, hence once; any other exception of this rank. To be called in a catch
/// block.
PetscErrorCode report(MPI_Comm comm, const CallSite& where) noexcept;

/// From Partita to PETSc: does the work and returns the code of success, or that of what it throws:
/// PETSC_ERR_LIB with the sentence of an Error, PETSC_ERR_MEM, the code of a Failure. No exception comes out.
/// In what PETSc calls back, or PETSc's users do:
///
///     PetscErrorCode residual(SNES snes, Vec x, Vec f, void* context) {
///       return partita::petsc::error_code_of(PETSC_COMM_WORLD, [&] { ... });
///     }
///
/// A CollectiveError is thrown by all ranks, so all return the code. After any other exception one rank
/// alone does; it goes the way of all errors of PETSc on one rank: up to `main`, which ends the job.
template <class Work>
[[nodiscard]] PetscErrorCode error_code_of(MPI_Comm comm, Work&& work,
                                           const CallSite where = CallSite::here()) noexcept {
  try {
    work();
    return PetscErrorCode{};
  } catch (...) {
    return report(comm, where);
  }
}

}  // namespace partita::petsc
