#pragma once
/// \file The star forest of a PetscSF that is set up, from the lists that PETSc keeps for both of its sides.

#include <vector>

#include <partita/petsc/petsc_versions.hpp>
#include <partita/petsc/star_forest.hpp>

namespace partita::petsc {

/// Lists of a PetscSF by rank, as PetscSFGetRootRanks and PetscSFGetLeafRanks give them; of PETSc's memory.
struct ForestLists {
  struct Side {
    NumberOfRanks ranks = 0;
    const PetscMPIInt* rank = nullptr;
    const PetscInt* begin = nullptr;  ///< of each rank's part in `here` and `there`; one more than ranks
    const PetscInt* here = nullptr;   ///< leaves, or roots, of this rank
    const PetscInt* there = nullptr;  ///< of each leaf: its root's index on the other rank

    PetscInt size() const { return ranks > 0 ? begin[ranks] : 0; }
  };
  Side leaves;  ///< with the ranks that have their roots
  Side roots;   ///< with the ranks that have their leaves

  /// Throws Failure unless the forest is set up, and of a type that keeps the lists of both sides.
  explicit ForestLists(PetscSF forest);
};

/// As star_forest, without a message and without a check: both sides list the same edges in the same order.
/// The pattern owns the roots up to the last that has a leaf. Not collective. Throws Error if local indices
/// cannot count them.
StarForest listed_forest(const Communicator& comm, const ForestLists& lists);

}  // namespace partita::petsc
