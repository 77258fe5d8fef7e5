#pragma once
/// \file Gather and scatter-add of PETSc's vectors, where their values lie.

#include <cstddef>
#include <memory>
#include <optional>

#include <petscvec.h>

#include <partita/executor/fields/field_exchange.hpp>
#include <partita/executor/plan.hpp>
#include <partita/petsc/log_events.hpp>
#include <partita/petsc/open_vec.hpp>
#include <partita/petsc/star_forest.hpp>

namespace partita::petsc {

/// An Exchange for vectors: what PetscSFBcast and PetscSFReduce, VecGhostUpdate and VecScatter do, by
/// replaying a plan.
///
/// Functions return PETSc's error codes and let no exception out: all that PETSc calls back may call them.
/// They are collective over the neighbours, as those of Exchange are, and may be split as those are: between
/// begin and finish what is sent may not be written, and what is received may not be read. Values are sent
/// from where they lie in the vectors and received there. A vector that VecCreateGhost has made has its
/// ghosts behind its owned values.
class VecExchange {
 public:
  /// `block_size`: scalars that a vector has for each unit of the forest. Chooses a plan (see choose_plan).
  /// Collective. Throws as choose_plan does, and CollectiveError for a block size below 1, or not the same on
  /// all ranks.
  VecExchange(const StarForest& forest, PetscInt block_size);

  /// Replays a plan that was made for `forest.pattern`. Collective. Throws CollectiveError when it is for
  /// another one, too.
  VecExchange(const StarForest& forest, PetscInt block_size, const Plan& plan);

  /// The same for PETSc's code: from what star_forest takes. Collective.
  [[nodiscard]] static PetscErrorCode create(const Communicator& comm, PetscSF forest, PetscInt block_size,
                                             std::unique_ptr<VecExchange>* exchange);
  [[nodiscard]] static PetscErrorCode create(const Communicator& comm, PetscSection section,
                                             PetscSF point_forest, std::unique_ptr<VecExchange>* exchange);
  [[nodiscard]] static PetscErrorCode create(const Communicator& comm, ISLocalToGlobalMapping mapping,
                                             local_index owned, std::unique_ptr<VecExchange>* exchange);
  [[nodiscard]] static PetscErrorCode create(const Communicator& comm, Vec vec,
                                             std::unique_ptr<VecExchange>* exchange);

  const AccessPattern& pattern() const { return fields_.pattern(); }

  /// Roots -> leaves: every leaf becomes a copy of its root. In place, where roots and leaves lie in one
  /// vector.
  [[nodiscard]] PetscErrorCode gather(Vec vec) { return gather(vec, vec); }
  [[nodiscard]] PetscErrorCode begin_gather(Vec vec) { return begin_gather(vec, vec); }

  /// From one vector into another: a global one into a local one, say. `roots` may be locked for reading.
  [[nodiscard]] PetscErrorCode gather(Vec roots, Vec leaves);
  [[nodiscard]] PetscErrorCode begin_gather(Vec roots, Vec leaves);
  [[nodiscard]] PetscErrorCode finish_gather();

  /// Leaves -> roots: every leaf is added to its root, those of this rank first, then those of others,
  /// ascending by rank. Leaves stay as they are. In place, a leaf that is its own root is added to nothing.
  [[nodiscard]] PetscErrorCode scatter_add(Vec vec) { return scatter_add(vec, vec); }
  [[nodiscard]] PetscErrorCode begin_scatter_add(Vec vec) { return begin_scatter_add(vec, vec); }

  [[nodiscard]] PetscErrorCode scatter_add(Vec leaves, Vec roots);
  [[nodiscard]] PetscErrorCode begin_scatter_add(Vec leaves, Vec roots);
  [[nodiscard]] PetscErrorCode finish_scatter_add();

 private:
  // What an exchange under way holds.
  struct UnderWay {
    UnderWay(Vec leaves_vec, OpenVec::Access leaves_access, Vec roots_vec, OpenVec::Access roots_access);
    const OpenVec& roots() const { return apart ? *apart : leaves; }

    OpenVec leaves;
    std::optional<OpenVec> apart;  // the roots, unless they lie among the leaves
  };

  void start_gather(Vec roots, Vec leaves);
  void start_scatter(Vec leaves, Vec roots);
  void complete_gather();
  void complete_scatter();

  FieldMemory field(const OpenVec& vec, local_index units, const char* kind) const;
  FieldMemory roots_of(const UnderWay& vectors) const;
  FieldMemory leaves_of(const UnderWay& vectors) const;
  const Places& places() const { return fields_.contents().entries().front().places; }
  MPI_Comm comm() const { return pattern().communicator().handle(); }

  std::size_t block_size_;
  LogEvents events_;
  detail::FieldExchange fields_;
  std::optional<UnderWay> gathering_, scattering_;
};

}  // namespace partita::petsc
