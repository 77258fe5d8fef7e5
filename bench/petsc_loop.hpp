#pragma once
/// \file The set-up of an edge loop as a PETSc user writes it.

#include <memory>
#include <span>
#include <vector>

#include <partita/inspector/needed_by.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/types.hpp>

namespace partita::bench {

/// PETSc itself, as long as this lives.
class Petsc {
 public:
  Petsc();
  ~Petsc();
  Petsc(const Petsc&) = delete;
  Petsc& operator=(const Petsc&) = delete;
};

/// Local end points by ISLocalToGlobalMapping, and a PetscSF that brings the ghosts. The ghosts, ascending by
/// global index, are what `localize` makes of a block table.
class PetscLoop {
 public:
  /// `owned`: length of this rank's block. Global end points are converted to PETSc's integers here.
  PetscLoop(const Communicator& comm, local_index owned, std::span<const Edge> edges);
  ~PetscLoop();

  /// All that PETSc does from the global end points on. Collective.
  void set_up();

  /// Frees what it made. Collective.
  void tear_down();

  /// Local end points, two per edge.
  std::vector<local_index> indices() const;

  /// Owned values that other ranks have as ghosts, as the PetscSF knows it.
  std::vector<NeededBy> needed_by() const;

 private:
  struct State;  // PETSc's names stay out of this header
  std::unique_ptr<State> state_;
};

}  // namespace partita::bench
