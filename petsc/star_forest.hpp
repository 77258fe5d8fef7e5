#pragma once
/// \file Access patterns from PETSc's objects.
///
/// A star forest is a set of roots. Each root has any number of leaves, on any ranks. An inspector sees a
/// loop over the leaves, each of which refers to one value, its root. Knepley, Lange, Gorman, "Unstructured
/// Overlapping Mesh Distribution in Parallel", arXiv:1506.06194, 2015, section 2; Zhang et al., "The PetscSF
/// Scalable Communication Layer", IEEE TPDS 33(4), 2022.

#include <vector>

#include <petscis.h>
#include <petscsection.h>
#include <petscsf.h>
#include <petscvec.h>

#include <partita/inspector/access_pattern.hpp>

namespace partita::petsc {

/// Roots and leaves of this rank, in units. One entry of the PETSc object is a unit: a scalar or a block.
struct StarForest {
  AccessPattern pattern;  ///< owned values: all roots; ghosts: roots elsewhere with a leaf here, once each
  std::vector<local_index> roots;   ///< of each leaf: the local index of its root in `pattern`
  std::vector<local_index> places;  ///< of each leaf: its entity in the field of the leaves
  PetscInt block_size = 1;          ///< scalars in a unit; 1 of a PetscSF, which does not tell
};

/// All functions are collective and make one sparse exchange. The time is linear in the leaves, except for
/// one sort of the leaves with roots elsewhere. They throw CollectiveError if a leaf has no root, if a rank
/// has more values than local indices can count, or if the object has other ranks than `comm`.

/// The leaves may lie at any places, and several may have one root. Throws if the forest has no graph.
StarForest star_forest(const Communicator& comm, PetscSF forest);

/// The degrees of freedom of a section at the points of a `point_forest`, such as those of a DMPlex
/// (DMGetLocalSection, DMGetPointSF). Roots and leaves lie in one array, that of a local vector.
StarForest star_forest(const Communicator& comm, PetscSection section, PetscSF point_forest);

/// Every local index is a leaf. Its root is its global index. Each rank owns the next `owned` global indices,
/// counted in blocks of the mapping. Negative global indices, which PETSc skips, are no leaves.
StarForest star_forest(const Communicator& comm, ISLocalToGlobalMapping mapping, local_index owned);

/// The ghosts of a Vec made by VecCreateGhost or VecCreateGhostBlock, in any order. A unit is a block. Roots
/// and leaves lie in one array, that of the local form. Throws if the Vec has no ghosts.
StarForest star_forest(const Communicator& comm, Vec vec);

}  // namespace partita::petsc
