#pragma once
/// \file Steady flow around an airfoil or a wing: marched explicitly to the steady state. If the mesh has
/// coarser levels, they correct the flow after each step (see multigrid.hpp), and steps are recombined (see
/// recombination.hpp).

#include <optional>
#include <string>
#include <vector>

#include "course.hpp"
#include "equations.hpp"
#include "gas.hpp"
#include "multigrid.hpp"
#include "multistage.hpp"
#include "recombination.hpp"

namespace partita::airfoil {

template <int D>
class Solver {
 public:
  /// Starts from the free stream. Collective.
  Solver(DistributedMesh<D>& mesh, const Flow<D>& flow);

  /// How often the flow is exchanged in a step; on the finest level its gradients are, too.
  /// @param level,levels  1 is the finest
  static long evaluations_a_step(int level, int levels);

  /// What a stage exchanges and computes, and why, level by level. Collective.
  std::string plan() { return steps_.plan() + multigrid_.plan(); }

  /// Collective.
  void step();

  /// Its norm and forces are of the state before the last step.
  const Equations<D>& equations() const { return equations_; }
  long exchanges() const {  ///< of all levels
    return steps_.exchanges() + multigrid_.exchanges();
  }

  /// The loops of a stage.
  std::vector<loops::Loop> stage() const;

  /// Since the solver was made. Collective.
  ShortenedSteps shortened() const { return steps_.shortened(); }

  /// Mass, momentum and energy at the owned vertices.
  std::vector<Row<D>> state() const { return w_.values(); }

  /// The fields that further steps depend on: "conservative", where the flow is damped "memory",
  /// and those of the recombination. If "memory" equals "conservative", there were no steps.
  SavedFields<D> fields() const;

  /// Continues with fields of these names, to the same bits. Collective.
  void restore(const SavedFields<D>& fields, const Course& course);

 private:
  double damping_;
  Equations<D> equations_;
  State<D> w_, memory_;
  Level<D> level_;
  Multistage<D> steps_;
  Multigrid<D> multigrid_;
  std::optional<Recombination<D>> recombination_;  // with coarser levels
  loops::Loop damp_, set_flow_;
};

}  // namespace partita::airfoil
