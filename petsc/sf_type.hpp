#pragma once
/// \file Partita as a type of PetscSF, so that programs of PETSc exchange by plans without a line changed.
///
/// Since PETSc 3.12, every VecScatter, MatMult, DMGlobalToLocal and DMPlex exchange is a PetscSF. The type
/// inherits from PETSc's type `basic`, as its `neighbor` does, and takes over broadcasts and reductions of
/// forests that are used again and again. Zhang et al., "The PetscSF Scalable Communication Layer", IEEE TPDS
/// 33(4), 2022.

#include <petscsf.h>

namespace partita::petsc {

/// Registers the type `partita` for -sf_type and PetscSFSetType.
/// @param replaces_basic  also gives it the name `basic`, so that every forest without another type has it,
///                        such as those for which PETSc itself asks for `basic`
/// Returns PETSc's error codes. Not collective, but every rank must call it, between PetscInitialize and
/// PetscFinalize.
[[nodiscard]] PetscErrorCode register_sf_type(bool replaces_basic);

}  // namespace partita::petsc
