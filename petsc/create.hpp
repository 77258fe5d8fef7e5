#pragma once
/// \file From access patterns to PETSc's objects, on the pattern's communicator.

#include <petscis.h>
#include <petscsection.h>
#include <petscsf.h>
#include <petscvec.h>

#include <partita/inspector/access_pattern.hpp>

namespace partita::petsc {

/// PETSc numbers the values of all ranks rank by rank, each rank's in its local order; so these objects
/// number the values of a pattern, whatever the translation table behind it. What is made is destroyed by the
/// caller, with PETSc's functions. All are collective and return PETSc's error codes.

/// Roots are the owned values; the leaves, ghosts at their local indices.
[[nodiscard]] PetscErrorCode create_sf(const AccessPattern& pattern, PetscSF* forest);

/// From local indices of the pattern to PETSc's global ones, each a block of so many scalars. Where the
/// pattern leaves room before its ghosts, to -1.
[[nodiscard]] PetscErrorCode create_mapping(const AccessPattern& pattern, PetscInt block_size,
                                            ISLocalToGlobalMapping* mapping);

/// A vector of zeros with a block of so many scalars for each value; its local form has the local order of
/// the pattern. For a pattern without room before its ghosts.
[[nodiscard]] PetscErrorCode create_vec(const AccessPattern& pattern, PetscInt block_size, Vec* vec);

/// Points are the local indices of the pattern; each has so many degrees of freedom. In the point forest the
/// ghosts are leaves, as in DMPlex.
[[nodiscard]] PetscErrorCode create_section(const AccessPattern& pattern, PetscInt block_size,
                                            PetscSection* section, PetscSF* point_forest);

}  // namespace partita::petsc
