#pragma once
/// \file A mesh that follows the flow: fine where the pressure jumps, coarse elsewhere.
///
/// The mesh that the run begins with is kept. Each of its cells has a depth: how often its parts are divided.
/// The present mesh follows from these depths alone, so cells become coarse again when their depth falls, and
/// a checkpoint needs no other history. Points keep their place from mesh to mesh, and so their flow; the
/// flow of a new point is the mean of its parents'.

#include <string>
#include <vector>

#include <partita/mesh/draft.hpp>
#include <partita/support/communicator.hpp>

#include "gas.hpp"
#include "options.hpp"

namespace partita::airfoil {

class AdaptedMesh {
 public:
  /// At first the mesh is the one that is given. Not collective.
  /// @param options  outlives the object: the section, and the largest jump
  AdaptedMesh(const Communicator& comm, mesh::Draft first, const Options& options);

  /// The present mesh, and how often it was adapted.
  const mesh::Draft& draft() const { return present_; }
  int adaptations() const { return adaptations_; }

  /// Chooses new depths by the flow on the present mesh, makes the mesh, and carries the flow over. No
  /// depth exceeds the number of adaptations. Collective.
  /// @param numbers  of some of the draft's points, on one rank each
  /// @param flow  mass, momentum, energy there
  void adapt(const std::vector<global_index>& numbers, const std::vector<Row<2>>& flow);

  /// What the last adaptation has carried over. Collective.
  std::vector<Row<2>> flow(const std::vector<global_index>& numbers) const;

  // --- For checkpoints ---

  /// The first mesh in words. Collective.
  std::string of() const;

  /// Of each cell of this rank's share of the first mesh.
  const std::vector<global_index>& depths() const { return depths_; }
  std::vector<global_index> numbers_of_cells() const;

  /// Makes the mesh of these depths, without a flow. Collective.
  void restore(std::vector<global_index> depths, int adaptations);

 private:
  class FlowByPlace;

  std::vector<global_index> depths_by(const std::vector<Row<2>>& flow) const;
  void make(const FlowByPlace& before);

  Communicator comm_;
  const Options& options_;
  mesh::Draft first_, present_;
  std::vector<global_index> depths_;  // of the cells of the first mesh
  std::vector<global_index> cells_;   // of each cell: the cell of the first mesh that it is a part of
  std::vector<Row<2>> flow_;          // of each point; empty if there is none
  int adaptations_ = 0;
};

}  // namespace partita::airfoil
