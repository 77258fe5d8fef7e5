#pragma once
/// \file A coarser level: takes the flow of a finer one, improves it, and gives back what has changed.
///
/// The full approximation scheme. R(w) is the residual of a level, P the transfer to the coarser one: the
/// mean of states by volume, the sum of residuals. The coarser level solves
///
///     R_c(w_c) = R_c(P w) - P R(w)
///
/// from w_c = P w on, and each finer vertex adds the change of its cell, w_c - P w. Once the finer level is
/// steady, its residual is 0, so nothing changes: the steady flow is that of the finest level alone. Coarser
/// levels take fluxes of first order, from the states of the cells alone. A change that would leave less than
/// half of a vertex' density or pressure is taken in part, or not at all (update.hpp).
///
/// Brandt, "Multi-Level Adaptive Solutions to Boundary-Value Problems", Math. Comp. 31, 1977; Jameson,
/// "Solution of the Euler Equations for Two Dimensional Transonic Flow by a Multigrid Method", Appl. Math.
/// Comput. 13, 1983.

#include <array>
#include <string>

#include "flow.hpp"
#include "multistage.hpp"

namespace partita::airfoil {

template <int D>
class CoarseLevel {
 public:
  /// @param finer  the level before
  /// @param mesh  of this level
  /// @param cell  of a vertex of the finer level
  /// Collective.
  CoarseLevel(const Level<D>& finer, DistributedMesh<D>& mesh, const loops::Column& cell,
              const Flow<D>& flow);

  /// Takes the flow and the residual of the finer level. Collective.
  void restrict();

  /// Gives the change since then to the finer level. Collective.
  void prolong() { prolong_(); }

  /// Its residual includes the right-hand side.
  Multistage<D>& steps() { return steps_; }
  const Level<D>& level() const { return level_; }

  /// What is exchanged and computed, and why. Collective.
  std::string plan();
  long exchanges() const;

 private:
  Level<D> level_;
  State<D> before_;                     // P w
  State<D> right_side_;                 // subtracted from the fluxes
  loops::Field<double, D> wall_force_;  // unused
  State<D> beyond_;                     // of far corners: the free stream
  std::array<loops::Loop, 4> residual_;
  Multistage<D> steps_;
  loops::Loop set_right_side_;
  loops::Chain restrict_, prolong_;
};

}  // namespace partita::airfoil
