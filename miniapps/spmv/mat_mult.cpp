#include "mat_mult.hpp"

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <partita/petsc/create.hpp>
#include <partita/petsc/error_code.hpp>

namespace partita::spmv {

using petsc::check;

static_assert(std::is_same_v<PetscScalar, double>,
              "spmv multiplies doubles: it needs a PETSc of real doubles");

namespace {

// Converts to another format of PETSc on request: PETSC_OPTIONS="-mat_type sbaij".
void convert_to_type_of_options(Mat* matrix) {
  char type[64];
  PetscBool given = PETSC_FALSE, symmetric = PETSC_FALSE;
  check(PetscOptionsGetString(nullptr, nullptr, "-mat_type", type, sizeof type, &given));
  if (given == PETSC_FALSE) return;
  check(MatIsSymmetric(*matrix, 0, &symmetric));  // sbaij needs this property set
  check(MatSetOption(*matrix, MAT_SYMMETRIC, symmetric));
  check(MatConvert(*matrix, type, MAT_INPLACE_MATRIX, matrix));
}

}  // namespace

MatMult::MatMult(const Product& product) {
  const AccessPattern& pattern = product.pattern();
  const MPI_Comm comm = pattern.communicator().handle();
  const Rows rows = product.rows();
  const PetscInt owned = pattern.owned();

  // PETSc expects global columns, ascending.
  ISLocalToGlobalMapping mapping = nullptr;
  check(petsc::create_mapping(pattern, 1, &mapping));
  std::vector<PetscInt> offsets(rows.offsets.begin(), rows.offsets.end());
  std::vector<PetscInt> columns(rows.columns.begin(), rows.columns.end());
  check(ISLocalToGlobalMappingApply(mapping, static_cast<PetscInt>(columns.size()), columns.data(),
                                    columns.data()));
  check(ISLocalToGlobalMappingDestroy(&mapping));
  std::vector<double> values = rows.values;
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row)
    check(PetscSortIntWithScalarArray(offsets[row + 1] - offsets[row], columns.data() + offsets[row],
                                      values.data() + offsets[row]));

  check(MatCreate(comm, &matrix_));
  check(MatSetSizes(matrix_, owned, owned, PETSC_DETERMINE, PETSC_DETERMINE));
  check(MatSetType(matrix_, MATAIJ));
  check(MatSeqAIJSetPreallocationCSR(matrix_, offsets.data(), columns.data(), values.data()));
  check(MatMPIAIJSetPreallocationCSR(matrix_, offsets.data(), columns.data(), values.data()));
  convert_to_type_of_options(&matrix_);
  check(VecCreateMPIWithArray(comm, 1, owned, PETSC_DETERMINE, nullptr, &x_));
  check(VecCreateMPIWithArray(comm, 1, owned, PETSC_DETERMINE, nullptr, &y_));
}

MatMult::~MatMult() {
  (void)VecDestroy(&y_);
  (void)VecDestroy(&x_);
  (void)MatDestroy(&matrix_);
}

void MatMult::operator()(std::span<double> x, std::span<double> y) {
  check(VecPlaceArray(x_, x.data()));
  check(VecPlaceArray(y_, y.data()));
  check(::MatMult(matrix_, x_, y_));
  check(VecResetArray(y_));
  check(VecResetArray(x_));
}

}  // namespace partita::spmv
