// PETSc reads, partitions and distributes a mesh; Partita loops over its edges: heat spreads, step by step.
#include <cstdio>
#include <exception>

#include <petscdmplex.h>

#include <partita/petsc/vec_exchange.hpp>

PetscErrorCode run(int argc, char** argv) {
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  DM whole, parts;  // `parts` stays null on one rank
  PetscCall(DMPlexCreateFromFile(PETSC_COMM_WORLD, argc > 1 ? argv[1] : "", "mesh", PETSC_TRUE, &whole));
  PetscCall(DMPlexDistribute(whole, 0, NULL, &parts));
  const DM mesh = parts != NULL ? parts : whole;

  // One value at each vertex. Several ranks may hold a vertex: one owns it, the others have ghosts.
  PetscInt components[] = {1}, values[] = {1, 0, 0, 0}, first, begin, end, from, to;
  PetscSection section;
  PetscSF points;
  PetscCall(DMSetNumFields(mesh, 1));
  PetscCall(DMPlexCreateSection(mesh, NULL, components, values, 0, NULL, NULL, NULL, NULL, &section));
  PetscCall(DMSetLocalSection(mesh, section));
  PetscCall(DMGetPointSF(mesh, &points));
  const partita::Communicator comm(PETSC_COMM_WORLD);
  std::unique_ptr<partita::petsc::VecExchange> halo;
  PetscCall(partita::petsc::VecExchange::create(comm, section, points, &halo));
  Vec x, heat, change, owned;
  for (Vec* local : {&heat, &change}) PetscCall(DMCreateLocalVector(mesh, local));
  PetscCall(DMCreateGlobalVector(mesh, &owned));
  PetscCall(DMGetCoordinatesLocal(mesh, &x));
  PetscCall(VecStrideGather(x, 0, heat, INSERT_VALUES));  // the initial heat of a vertex is its x
  PetscCall(DMPlexGetDepthStratum(mesh, 0, &first, NULL));
  PetscCall(DMPlexGetDepthStratum(mesh, 1, &begin, &end));
  PetscScalar total, *q, *r;
  PetscReal warmest;
  const PetscInt* ends;
  for (int step = 0; step < 100; ++step) {
    PetscCall(halo->gather(heat));
    PetscCall(VecSet(change, 0));
    PetscCall(VecGetArrayPair(heat, change, &q, &r));
    for (PetscInt edge = begin; edge < end; ++edge) {
      PetscCall(DMPlexGetPointGlobal(mesh, edge, &from, &to));
      if (from < 0) continue;  // another rank executes it
      PetscCall(DMPlexGetCone(mesh, edge, &ends));
      const PetscScalar flow = 0.05 * (q[ends[0] - first] - q[ends[1] - first]);
      r[ends[0] - first] -= flow;
      r[ends[1] - first] += flow;
    }
    PetscCall(VecRestoreArrayPair(heat, change, &q, &r));
    PetscCall(halo->scatter_add(change));
    PetscCall(VecAXPY(heat, 1, change));
  }
  PetscCall(DMLocalToGlobal(mesh, heat, INSERT_VALUES, owned));
  PetscCall(VecSum(owned, &total));
  PetscCall(VecMax(owned, NULL, &warmest));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "heat in all %.6f, at most %.6f\n", PetscRealPart(total), warmest));
  halo.reset();  // before MPI ends
  for (Vec* vec : {&heat, &change, &owned}) PetscCall(VecDestroy(vec));
  PetscCall(PetscSectionDestroy(&section));
  for (DM* dm : {&parts, &whole}) PetscCall(DMDestroy(dm));
  return PetscFinalize();
}

int main(int argc, char** argv) {
  try {
    if (run(argc, argv) == 0) return 0;  // else PETSc has said why
  } catch (const std::exception& error) {
    std::fprintf(stderr, "dmplex_edges: %s\n", error.what());
  }
  MPI_Abort(MPI_COMM_WORLD, 1);  // the other ranks may wait for this one
}
