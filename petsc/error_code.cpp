#include <exception>
#include <new>

#include <partita/petsc/error_code.hpp>

namespace partita::petsc {

namespace {

std::string sentence(PetscErrorCode code) {
  const char* words = nullptr;
  (void)PetscErrorMessage(static_cast<int>(code), &words, nullptr);
  return text("a call of PETSc failed with error ", static_cast<int>(code), " (",
              words == nullptr ? "unknown" : words, "); PETSc has said where");
}

}  // namespace

Failure::Failure(PetscErrorCode code) : Error(sentence(code)), code_(code) {}

PetscErrorCode report(MPI_Comm comm, const char* function, const char* file, int line) noexcept {
  const auto reported = [&](MPI_Comm by, PetscErrorCode code, PetscErrorType type, const char* words) {
    (void)PetscError(by, line, function, file, code, type, "%s", words);
    return code;
  };
  try {
    throw;
  } catch (const Failure& failure) {
    return reported(PETSC_COMM_SELF, failure.code(), PETSC_ERROR_REPEAT, " ");
  } catch (const CollectiveError& error) {
    return reported(comm, PETSC_ERR_LIB, PETSC_ERROR_INITIAL, error.what());
  } catch (const std::bad_alloc& error) {
    return reported(PETSC_COMM_SELF, PETSC_ERR_MEM, PETSC_ERROR_INITIAL, error.what());
  } catch (const std::exception& error) {
    return reported(PETSC_COMM_SELF, PETSC_ERR_LIB, PETSC_ERROR_INITIAL, error.what());
  } catch (...) {
    return reported(PETSC_COMM_SELF, PETSC_ERR_LIB, PETSC_ERROR_INITIAL, "an exception of no known kind");
  }
}

}  // namespace partita::petsc
