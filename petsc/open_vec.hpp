#pragma once
/// \file The array of a Vec, with its ghosts.

#include <petscvec.h>

namespace partita::petsc {

/// Holds the array of a Vec from construction to destruction. If the Vec has ghosts, it is the array of the
/// local form. `write` opens by VecGetArray, so that PETSc drops cached norms; `read` by VecGetArrayRead.
class OpenVec {
 public:
  enum class Access { read, write };

  /// Throws Failure. Not collective.
  OpenVec(Vec vec, Access access);
  ~OpenVec();
  OpenVec(const OpenVec&) = delete;
  OpenVec& operator=(const OpenVec&) = delete;

  /// Owned values, then ghosts. Must not be written if opened by `read`.
  PetscScalar* values() const { return values_; }
  PetscInt size() const { return size_; }

 private:
  Vec array() const { return local_ != nullptr ? local_ : vec_; }

  Vec vec_;
  Vec local_ = nullptr;  // null if the Vec has no ghosts
  Access access_;
  PetscScalar* values_ = nullptr;
  PetscInt size_ = 0;
};

}  // namespace partita::petsc
