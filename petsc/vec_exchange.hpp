#pragma once
/// \file Gather and scatter-add of PETSc's vectors in place.

#include <memory>

#include <petscvec.h>

#include <partita/executor/plan/plan.hpp>
#include <partita/petsc/star_forest.hpp>

namespace partita::petsc {

/// An Exchange for vectors. It does by a plan what PetscSFBcast and PetscSFReduce, VecGhostUpdate and
/// VecScatter do.
///
/// Functions return PETSc's error codes and throw nothing, so PETSc's callbacks may call them. They are
/// collective over the neighbours, and may be split, like those of Exchange. Between begin and finish, values
/// that are sent must not be written, and values that are received must not be read. Values are packed from
/// the vectors' arrays on the host (VecGetArray) and unpacked into them; PETSc copies those of a device each
/// time. In a vector made by VecCreateGhost, the ghosts follow the owned values.
class VecExchange {
 public:
  /// Chooses a plan (see choose_plan). Collective.
  /// @param block_size  scalars in a vector for each unit of the forest
  /// @throws Error as choose_plan does, and CollectiveError if the block size is below 1 or ranks disagree.
  VecExchange(const StarForest& forest, PetscInt block_size);

  /// Replays `plan`, which must be made for `forest.pattern`. Collective.
  /// @throws CollectiveError also if the plan is for another pattern.
  VecExchange(const StarForest& forest, PetscInt block_size, const Plan& plan);

  /// The same without exceptions, from the objects that star_forest takes. Collective.
  [[nodiscard]] static PetscErrorCode create(const Communicator& comm, PetscSF forest, PetscInt block_size,
                                             std::unique_ptr<VecExchange>* exchange);
  [[nodiscard]] static PetscErrorCode create(const Communicator& comm, PetscSection section,
                                             PetscSF point_forest, std::unique_ptr<VecExchange>* exchange);
  [[nodiscard]] static PetscErrorCode create(const Communicator& comm, ISLocalToGlobalMapping mapping,
                                             local_index owned, std::unique_ptr<VecExchange>* exchange);
  [[nodiscard]] static PetscErrorCode create(const Communicator& comm, Vec vec,
                                             std::unique_ptr<VecExchange>* exchange);

  VecExchange(const VecExchange&) = delete;
  VecExchange& operator=(const VecExchange&) = delete;
  ~VecExchange();

  const AccessPattern& pattern() const;

  /// Roots -> leaves: every leaf becomes a copy of its root. Roots and leaves lie in one vector.
  [[nodiscard]] PetscErrorCode gather(Vec vec) { return gather(vec, vec); }
  [[nodiscard]] PetscErrorCode begin_gather(Vec vec) { return begin_gather(vec, vec); }

  /// From one vector into another, such as from a global one into a local one. `roots` may be locked for
  /// reading.
  [[nodiscard]] PetscErrorCode gather(Vec roots, Vec leaves);
  [[nodiscard]] PetscErrorCode begin_gather(Vec roots, Vec leaves);
  [[nodiscard]] PetscErrorCode finish_gather();

  /// Leaves -> roots: adds every leaf to its root. The leaves of this rank come first, then those of others,
  /// ascending by rank. Leaves do not change. A leaf that lies at its own root is not added.
  [[nodiscard]] PetscErrorCode scatter_add(Vec vec) { return scatter_add(vec, vec); }
  [[nodiscard]] PetscErrorCode begin_scatter_add(Vec vec) { return begin_scatter_add(vec, vec); }

  [[nodiscard]] PetscErrorCode scatter_add(Vec leaves, Vec roots);
  [[nodiscard]] PetscErrorCode begin_scatter_add(Vec leaves, Vec roots);
  [[nodiscard]] PetscErrorCode finish_scatter_add();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace partita::petsc
