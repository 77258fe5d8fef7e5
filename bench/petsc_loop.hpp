#pragma once
/// \file The set-up of an edge loop in a typical PETSc code.

#include <memory>
#include <span>
#include <vector>

#include <partita/inspector/access_pattern.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/types.hpp>

namespace partita::bench {

/// Local end points by ISLocalToGlobalMapping, and a PetscSF that updates the ghosts. The ghosts, ascending
/// by global index, equal those that `localize` makes of a block table.
class PetscLoop {
 public:
  /// `owned`: length of this rank's block. Global end points are converted to PETSc's integers here.
  PetscLoop(const Communicator& comm, local_index owned, std::span<const Edge> edges);
  ~PetscLoop();

  /// Runs PETSc's whole set-up, which starts from the global end points. Collective.
  void set_up();

  /// Frees the results of `set_up`. Collective.
  void tear_down();

  /// Local end points, two per edge.
  std::vector<local_index> indices() const;

  /// Owned values that other ranks hold as ghosts, from the PetscSF.
  std::vector<NeededBy> needed_by() const;

 private:
  struct State;  // PETSc's names stay out of this header
  std::unique_ptr<State> state_;
};

}  // namespace partita::bench
