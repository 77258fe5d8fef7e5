#include "petsc_loop.hpp"

#include <algorithm>
#include <numeric>

#include <petsc/private/hashseti.h>  // quicker than the public PetscSortRemoveDupsInt if many are equal
#include <petscis.h>
#include <petscsf.h>

#include "petsc_session.hpp"

namespace partita::bench {

struct PetscLoop::State {
  MPI_Comm comm;
  PetscInt owned;
  PetscInt first;
  std::vector<PetscInt> end_points;
  std::vector<PetscInt> local;
  ISLocalToGlobalMapping mapping = nullptr;
  PetscSF sf = nullptr;
};

PetscLoop::PetscLoop(const Communicator& comm, local_index owned, std::span<const Edge> edges)
    : state_(std::make_unique<State>()) {
  state_->comm = comm.handle();
  state_->owned = owned;
  PetscInt end = 0;
  MPI_Scan(&state_->owned, &end, 1, MPIU_INT, MPI_SUM, comm.handle());
  state_->first = end - owned;
  for (const Edge& edge : edges)
    for (const global_index vertex : edge) state_->end_points.push_back(static_cast<PetscInt>(vertex));
}

PetscLoop::~PetscLoop() = default;

void PetscLoop::set_up() {
  auto& [comm, owned, first, end_points, local, mapping, sf] = *state_;

  // The ghosts: the distinct indices outside this rank's range, ascending.
  PetscHSetI off_rank = nullptr;
  check_petsc(PetscHSetICreate(&off_rank));
  for (const PetscInt vertex : end_points)
    if (vertex < first || vertex >= first + owned) check_petsc(PetscHSetIAdd(off_rank, vertex));
  PetscInt ghosts = 0;
  check_petsc(PetscHSetIGetSize(off_rank, &ghosts));
  std::vector<PetscInt> globals(static_cast<std::size_t>(owned + ghosts));
  std::iota(globals.begin(), globals.begin() + owned, first);
  PetscInt next = owned;
  check_petsc(PetscHSetIGetElems(off_rank, &next, globals.data()));
  check_petsc(PetscHSetIDestroy(&off_rank));
  check_petsc(PetscSortInt(ghosts, globals.data() + owned));

  check_petsc(
      ISLocalToGlobalMappingCreate(comm, 1, owned + ghosts, globals.data(), PETSC_COPY_VALUES, &mapping));
  local.resize(end_points.size());
  check_petsc(ISGlobalToLocalMappingApply(mapping, IS_GTOLM_MASK, static_cast<PetscInt>(end_points.size()),
                                          end_points.data(), nullptr, local.data()));

  PetscLayout layout = nullptr;
  check_petsc(PetscLayoutCreateFromSizes(comm, owned, PETSC_DECIDE, 1, &layout));
  check_petsc(PetscSFCreate(comm, &sf));
  check_petsc(PetscSFSetGraphLayout(sf, layout, ghosts, nullptr, PETSC_COPY_VALUES, globals.data() + owned));
  check_petsc(PetscSFSetUp(sf));
  check_petsc(PetscLayoutDestroy(&layout));
}

void PetscLoop::tear_down() {
  check_petsc(PetscSFDestroy(&state_->sf));
  check_petsc(ISLocalToGlobalMappingDestroy(&state_->mapping));
  state_->local = {};
}

std::vector<local_index> PetscLoop::indices() const { return {state_->local.begin(), state_->local.end()}; }

std::vector<NeededBy> PetscLoop::needed_by() const {
  PetscInt ranks = 0;
  const PetscMPIInt* rank = nullptr;
  const PetscInt *offsets = nullptr, *roots = nullptr;
  check_petsc(PetscSFGetLeafRanks(state_->sf, &ranks, &rank, &offsets, &roots));
  std::vector<NeededBy> neighbours;
  for (PetscInt k = 0; k < ranks; ++k)
    neighbours.push_back({rank[k], {roots + offsets[k], roots + offsets[k + 1]}});
  std::ranges::sort(neighbours, {}, &NeededBy::rank);
  return neighbours;
}

}  // namespace partita::bench
