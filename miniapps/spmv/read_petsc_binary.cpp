#include <cmath>

#include <petscmat.h>
#include <petscviewer.h>

#include <partita/petsc/error_code.hpp>

#include "read_matrix.hpp"

namespace partita::spmv {

namespace {

// Silences PETSc's own messages; its return code becomes one sentence.
class Silence {
 public:
  Silence() { (void)PetscPushErrorHandler(PetscReturnErrorHandler, nullptr); }
  ~Silence() { (void)PetscPopErrorHandler(); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
};

struct Loading {
  PetscViewer file = nullptr;
  Mat matrix = nullptr;
  ~Loading() {
    (void)MatDestroy(&matrix);
    (void)PetscViewerDestroy(&file);
  }
};

PetscErrorCode load(const std::string& path, Loading& loading) {
  PetscCall(PetscViewerBinaryOpen(PETSC_COMM_SELF, path.c_str(), FILE_MODE_READ, &loading.file));
  PetscCall(MatCreate(PETSC_COMM_SELF, &loading.matrix));
  PetscCall(MatSetType(loading.matrix, MATSEQAIJ));
  PetscCall(MatLoad(loading.matrix, loading.file));
  return PetscErrorCode{};
}

}  // namespace

Entries read_petsc_binary(const std::string& path) {
  Loading loading;
  {
    const Silence silence;
    if (const PetscErrorCode code = load(path, loading); code != PetscErrorCode{}) {
      const char* words = nullptr;
      (void)PetscErrorMessage(static_cast<int>(code), &words, nullptr);
      throw Error(path, ": PETSc cannot load a matrix from it (", words == nullptr ? "unknown error" : words,
                  "); write one with MatView, or give it the name .mtx if it is in Matrix Market's format");
    }
  }
  PetscInt rows = 0, columns = 0;
  petsc::check(MatGetSize(loading.matrix, &rows, &columns));
  if (rows != columns)
    throw Error(path, ": the matrix is of ", rows, " rows and ", columns,
                " columns, but only a square one can be multiplied again and again");
  Entries matrix;
  matrix.rows = rows;
  for (PetscInt row = 0; row < rows; ++row) {
    PetscInt count = 0;
    const PetscInt* of_row = nullptr;
    const PetscScalar* values = nullptr;
    petsc::check(MatGetRow(loading.matrix, row, &count, &of_row, &values));
    for (PetscInt k = 0; k < count; ++k) {
      if (!std::isfinite(values[k]))
        throw Error(path, ": the entry (", row, ", ", of_row[k], "), counted from 0, is ", values[k],
                    "; write the matrix again with finite values");
      matrix.places.push_back({row, of_row[k]});
    }
    matrix.values.insert(matrix.values.end(), values, values + count);
    petsc::check(MatRestoreRow(loading.matrix, row, &count, &of_row, &values));
  }
  return matrix;
}

}  // namespace partita::spmv
