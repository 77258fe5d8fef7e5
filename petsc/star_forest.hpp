#pragma once
/// \file From PETSc's objects to access patterns.
///
/// Knepley, Lange, Gorman, "Unstructured Overlapping Mesh Distribution in Parallel", arXiv:1506.06194, 2015,
/// section 2, and Zhang et al., "The PetscSF Scalable Communication Layer", IEEE TPDS 33(4), 2022: a star
/// forest is a set of roots, each with any number of leaves on any ranks. To an inspector that is a loop over
/// leaves, each of which refers to one value, its root: what localize makes of index arrays is made of it.

#include <vector>

#include <petscis.h>
#include <petscsection.h>
#include <petscsf.h>
#include <petscvec.h>

#include <partita/inspector/access_pattern.hpp>

namespace partita::petsc {

/// Roots and leaves of this rank, in units: a unit is what one entry of the PETSc object stands for, one
/// scalar or a block of them.
struct StarForest {
  AccessPattern pattern;  ///< owned values: all roots. Ghosts: roots elsewhere with a leaf here, once each
  std::vector<local_index> roots;   ///< of each leaf: the local index of its root in `pattern`
  std::vector<local_index> places;  ///< of each leaf: where it lies among the values of the leaves
};

/// All functions are collective, linear in the leaves but for a sort of those elsewhere, and send one sparse
/// exchange. They throw CollectiveError when a leaf has no root, when a rank has more values than local
/// indices can count, and when the object lives on other ranks than `comm`.

/// Its leaves may be anywhere, lie at any places, and be several of one root. Throws when it has no graph.
StarForest star_forest(const Communicator& comm, PetscSF forest);

/// The degrees of freedom that a section has at the points of a `point_forest`, such as a DMPlex has
/// (DMGetLocalSection, DMGetPointSF). Roots and leaves lie in one array: that of a local vector.
StarForest star_forest(const Communicator& comm, PetscSection section, PetscSF point_forest);

/// Every local index is a leaf; its root is the global index that it stands for, in a numbering in which this
/// rank owns the next `owned` global indices, counted in blocks of the mapping. Negative global indices,
/// which PETSc leaves out, are no leaves.
StarForest star_forest(const Communicator& comm, ISLocalToGlobalMapping mapping, local_index owned);

/// The ghosts of a Vec that VecCreateGhost or VecCreateGhostBlock has made, in any order; a unit is a block.
/// Roots and leaves lie in one array: that of the local form. Throws when it has none.
StarForest star_forest(const Communicator& comm, Vec vec);

}  // namespace partita::petsc
