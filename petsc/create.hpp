#pragma once
/// \file PETSc's objects from access patterns, on the pattern's communicator.

#include <petscis.h>
#include <petscsection.h>
#include <petscsf.h>
#include <petscvec.h>

#include <partita/inspector/access_pattern.hpp>

namespace partita::petsc {

/// PETSc numbers values rank by rank, each rank's values in its local order. These objects number the values
/// of a pattern in this way, whatever its translation table. The caller destroys the objects by PETSc's
/// functions. All functions are collective and return PETSc's error codes.

/// Roots are the owned values. Leaves are the ghosts, at their local indices.
[[nodiscard]] PetscErrorCode create_sf(const AccessPattern& pattern, PetscSF* forest);

/// Maps local indices of the pattern to PETSc's global ones. Each index is a block of `block_size` scalars.
/// Indices between the owned values and the first ghost are mapped to -1.
[[nodiscard]] PetscErrorCode create_mapping(const AccessPattern& pattern, PetscInt block_size,
                                            ISLocalToGlobalMapping* mapping);

/// A vector of zeros with a block of `block_size` scalars for each value. Its local form has the local order
/// of the pattern, whose ghosts must follow the owned values without a gap.
[[nodiscard]] PetscErrorCode create_vec(const AccessPattern& pattern, PetscInt block_size, Vec* vec);

/// Points are the local indices of the pattern. Each has `block_size` degrees of freedom. Ghosts are the
/// leaves of the point forest, as in DMPlex.
[[nodiscard]] PetscErrorCode create_section(const AccessPattern& pattern, PetscInt block_size,
                                            PetscSection* section, PetscSF* point_forest);

}  // namespace partita::petsc
