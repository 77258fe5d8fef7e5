// The blocks of docs/petsc.md.
#include <petscsnes.h>

#include <partita/petsc/error_code.hpp>
#include <partita/petsc/vec_exchange.hpp>

struct Equations {
  void residual(Vec x, Vec f) const;
};

PetscErrorCode update_ghosts(Vec x, Vec r) {
  const partita::Communicator comm(PETSC_COMM_WORLD);  // once for all exchanges
  std::unique_ptr<partita::petsc::VecExchange> halo;   // inspects and schedules, once: x has ghosts
  PetscCall(partita::petsc::VecExchange::create(comm, x, &halo));

  PetscCall(halo->gather(x));       // VecGhostUpdate, INSERT_VALUES, SCATTER_FORWARD
  PetscCall(halo->scatter_add(r));  // VecGhostUpdate, ADD_VALUES, SCATTER_REVERSE

  PetscCall(halo->begin_gather(x));  // in two parts, to compute in between
  PetscCall(halo->finish_gather());
  return 0;
}

PetscErrorCode residual(SNES, Vec x, Vec f, void* context) {
  const auto& equations = *static_cast<const Equations*>(context);
  return partita::petsc::error_code_of(PETSC_COMM_WORLD, [&] { equations.residual(x, f); });
}
