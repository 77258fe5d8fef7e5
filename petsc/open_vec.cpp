#include <partita/petsc/error_code.hpp>
#include <partita/petsc/open_vec.hpp>

namespace partita::petsc {

OpenVec::OpenVec(Vec vec, Access access) : vec_(vec), access_(access) {
  check(VecGhostGetLocalForm(vec_, &local_));
  check(VecGetLocalSize(array(), &size_));
  if (access_ == Access::write)
    check(VecGetArray(array(), &values_));
  else
    check(VecGetArrayRead(array(), const_cast<const PetscScalar**>(&values_)));
}

OpenVec::~OpenVec() {
  if (access_ == Access::write)
    (void)VecRestoreArray(array(), &values_);
  else
    (void)VecRestoreArrayRead(array(), const_cast<const PetscScalar**>(&values_));
  if (local_ != nullptr) (void)VecGhostRestoreLocalForm(vec_, &local_);
}

}  // namespace partita::petsc
