#pragma once
/// \file A mesh that follows the flow: fine where the pressure jumps, coarse elsewhere.
///
/// The mesh that the run begins with is kept. Each of its cells has a level: how often its parts are divided.
/// The present mesh follows from these levels alone, so cells become coarse again when their level falls, and
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

  /// Chooses new levels by the flow on the present mesh, makes the mesh, and carries the flow over. The
  /// highest level is the number of adaptations. Collective.
  /// @param numbers  of some of the draft's points, on one rank each
  /// @param flow  mass, momentum, energy there
  void adapt(const std::vector<global_index>& numbers, const std::vector<Row<2>>& flow);

  /// Vertices of the first mesh, had all its cells the highest level. Collective.
  global_index vertices_if_uniform() const;

  /// What the last adaptation has carried over. Collective.
  std::vector<Row<2>> flow(const std::vector<global_index>& numbers) const;

  // --- For checkpoints ---

  /// The first mesh in words. Collective.
  std::string of() const;

  /// Of each cell of this rank's share of the first mesh.
  const std::vector<global_index>& levels() const { return levels_; }
  std::vector<global_index> numbers_of_levels() const;

  /// Makes the mesh of these levels, without a flow. Collective.
  void restore(std::vector<global_index> levels, int adaptations);

 private:
  class FlowByPlace;

  std::vector<global_index> levels_by(const std::vector<Row<2>>& flow) const;
  void make(const FlowByPlace& before);

  Communicator comm_;
  const Options& options_;
  mesh::Draft first_, present_;
  std::vector<global_index> levels_;  // of the cells of the first mesh
  std::vector<global_index> cells_;   // of each cell: the cell of the first mesh that it is a part of
  std::vector<Row<2>> flow_;          // of each point; empty if there is none
  int adaptations_ = 0;
};

}  // namespace partita::airfoil
