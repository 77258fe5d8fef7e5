// Uses PETSc through the installed partita::petsc.
#include <petscvec.h>

#include <partita/petsc/vec_exchange.hpp>

int main(int argc, char** argv) {
  PetscCall(PetscInitialize(&argc, &argv, nullptr, nullptr));
  Vec vec;
  PetscCall(VecCreateGhost(PETSC_COMM_WORLD, 4, PETSC_DETERMINE, 0, nullptr, &vec));
  const partita::Communicator comm(PETSC_COMM_WORLD);
  std::unique_ptr<partita::petsc::VecExchange> halo;
  PetscCall(partita::petsc::VecExchange::create(comm, vec, &halo));
  PetscCall(halo->gather(vec));
  const partita::AccessPattern& pattern = halo->pattern();
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%d values and %d ghosts\n", pattern.owned(), pattern.ghosts()));
  halo.reset();
  PetscCall(VecDestroy(&vec));
  return PetscFinalize();
}
