#include <partita/petsc/error_code.hpp>
#include <partita/petsc/open_vec.hpp>

namespace partita::petsc {

OpenVec::OpenVec(Vec vec, Access access) : vec_(vec), access_(access) {
  check(VecGhostGetLocalForm(vec_, &local_));
  check(VecGetLocalSize(array(), &size_));
  if (access_ == Access::write) {
    check(VecGetArray(array(), &values_));
  } else {
    const PetscScalar* values = nullptr;
    check(VecGetArrayRead(array(), &values));
    values_ = const_cast<PetscScalar*>(values);
  }
}

OpenVec::~OpenVec() {
  if (access_ == Access::write) {
    (void)VecRestoreArray(array(), &values_);
  } else {
    const PetscScalar* values = values_;
    (void)VecRestoreArrayRead(array(), &values);
  }
  if (local_ != nullptr) (void)VecGhostRestoreLocalForm(vec_, &local_);
}

}  // namespace partita::petsc
