#pragma once
/// \file The array of a Vec, its ghosts included.

#include <petscvec.h>

namespace partita::petsc {

/// Holds the array of a Vec, or of its local form if it has ghosts, as long as it lives. An array to write is
/// like VecGetArray's: when it is given back, PETSc forgets the norms of the Vec.
class OpenVec {
 public:
  enum class Access { read, write };

  /// Throws Failure. Not collective.
  OpenVec(Vec vec, Access access);
  ~OpenVec();
  OpenVec(const OpenVec&) = delete;
  OpenVec& operator=(const OpenVec&) = delete;

  /// Owned values, then ghosts. Not to be written when opened to read.
  PetscScalar* values() const { return values_; }
  PetscInt size() const { return size_; }

 private:
  Vec array() const { return local_ != nullptr ? local_ : vec_; }

  Vec vec_;
  Vec local_ = nullptr;  // has the ghosts, if there are any
  Access access_;
  PetscScalar* values_ = nullptr;
  PetscInt size_ = 0;
};

}  // namespace partita::petsc
