#include "petsc_session.hpp"

#include <petscsys.h>

namespace partita::bench {

Petsc::Petsc() { check_petsc(PetscInitializeNoArguments()); }
Petsc::~Petsc() { PetscFinalize(); }

}  // namespace partita::bench
