// An ordinary PETSc program that meets an error of Partita's: on all ranks, or on the last one alone.
#include <string>

#include <petscvec.h>

#include <partita/petsc/vec_exchange.hpp>

int main(int argc, char** argv) {
  PetscCall(PetscInitialize(&argc, &argv, nullptr, nullptr));
  const partita::Communicator comm(PETSC_COMM_WORLD);
  std::unique_ptr<partita::petsc::VecExchange> halo;
  const bool on_all = argc > 1 && std::string(argv[1]) == "on_all";
  const PetscInt next = 4 * ((comm.rank() + 1) % comm.size());
  Vec vec, shorter;
  PetscCall(VecCreateGhost(PETSC_COMM_WORLD, 4, PETSC_DETERMINE, 1, &next, &vec));
  PetscCall(VecCreateMPI(PETSC_COMM_WORLD, 3, PETSC_DETERMINE, &shorter));
  PetscCall(partita::petsc::VecExchange::create(comm, on_all ? shorter : vec, &halo));
  PetscCall(halo->gather(comm.rank() == comm.size() - 1 ? shorter : vec));
  return PetscFinalize();
}
