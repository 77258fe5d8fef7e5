#pragma once
/// \file PETSc's numbers for the values of an access pattern.

#include <petscis.h>

#include <partita/inspector/access_pattern.hpp>

namespace partita::petsc {

/// Maps local indices of the pattern to PETSc's global ones. PETSc numbers values rank by rank, each rank's
/// values in its local order, whatever the pattern's translation table. Each index is a block of `block_size`
/// scalars. Indices between the owned values and the first ghost are mapped to -1. The caller destroys the
/// mapping. Collective.
/// @return PETSc's error code
[[nodiscard]] PetscErrorCode create_mapping(const AccessPattern& pattern, PetscInt block_size,
                                            ISLocalToGlobalMapping* mapping);

}  // namespace partita::petsc
