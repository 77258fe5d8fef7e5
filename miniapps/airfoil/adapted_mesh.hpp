#pragma once
/// \file A mesh that follows the flow: fine where the pressure jumps, coarse elsewhere.
///
/// The mesh that the run begins with is kept. Each of its cells has a depth: how often its parts are divided.
/// The present mesh follows from these depths alone, so cells become coarse again when their depth falls, and
/// a checkpoint needs no other history. A point is known by its descent, because points of a file may lie at
/// one place, on both sides of a thin plate. Points keep their flow and their rank from mesh to mesh. The
/// flow of a new point is the mean of its parents', its rank that of the first one.
///
/// New points of a generated mesh lie on its curves: the section and the circle. The boundary of a file is
/// the polygon through its points, so new points lie on its edges.

#include <cstdint>
#include <string>
#include <vector>

#include <partita/mesh/draft.hpp>
#include <partita/support/communicator.hpp>

#include "gas.hpp"
#include "options.hpp"

namespace partita::airfoil {

class AdaptedMesh {
 public:
  /// At first the mesh is the one that is given. Collective.
  /// @param first  of two dimensions
  /// @param options  outlives the object: the section, and the largest jump
  AdaptedMesh(const Communicator& comm, mesh::Draft first, const Options& options);

  /// The present mesh, and how often it was adapted.
  const mesh::Draft& draft() const { return present_; }
  int adaptations() const { return adaptations_; }

  /// About as many as the mesh had if all cells were divided in each adaptation. Collective.
  global_index uniform_vertices() const;

  /// Chooses new depths by the flow on the present mesh, makes the mesh, and carries the flow over. No
  /// depth exceeds the number of adaptations. Collective.
  /// @param numbers  of some of the draft's points, on one rank each: the rank that has the point
  /// @param flow  mass, momentum, energy there
  void adapt(const std::vector<global_index>& numbers, const std::vector<Row<2>>& flow);

  /// What the last adaptation has carried over, of these points: their flow, and the rank that each stays on
  /// unless the mesh is partitioned again. Collective.
  std::vector<Row<2>> flow(const std::vector<global_index>& numbers) const;
  std::vector<int> ranks(const std::vector<global_index>& numbers) const;

  /// Of the time of the last adaptation, in seconds: to carry over.
  double carrying_seconds() const { return carrying_seconds_; }

  // --- For checkpoints ---

  /// The first mesh in words. Collective.
  std::string of() const;

  /// Of each cell of this rank's share of the first mesh.
  const std::vector<global_index>& depths() const { return depths_; }
  std::vector<global_index> numbers_of_cells() const;

  /// Makes the mesh of these depths. It carries nothing over. Collective.
  void restore(std::vector<global_index> depths, int adaptations);

 private:
  struct Carried {  // of a point
    Row<2> flow;
    int rank;
    // The same on all meshes: a hash of the number on the first mesh, or of the parents' ids.
    std::uint64_t id;
  };
  class KnownPoints;

  std::vector<global_index> depths_by_flow() const;
  std::vector<Carried> first_points() const;
  void make(const KnownPoints& before);
  void carry_over(const std::vector<Edge>& parents, const KnownPoints& before);
  template <class T>
  std::vector<T> parts_of(const std::vector<global_index>& numbers, T Carried::*part) const;

  Communicator comm_;
  const Options& options_;
  mesh::Draft first_, present_;
  std::vector<global_index> depths_;  // of the cells of the first mesh
  std::vector<global_index> cells_;   // of each cell: the cell of the first mesh that it is a part of
  std::vector<Carried> carried_;      // of each point
  int adaptations_ = 0;
  double carrying_seconds_ = 0;
};

}  // namespace partita::airfoil
