#pragma once
/// \file Steady flow around an airfoil or a wing: marched explicitly to the steady state. Each wave
/// in each dual cell has the largest time step that is stable for it (wave_step.hpp).

#include <string>
#include <vector>

#include "course.hpp"
#include "equations.hpp"
#include "gas.hpp"
#include "update.hpp"

namespace partita::airfoil {

template <int D>
class Solver {
 public:
  /// Starts from the free stream. Collective.
  Solver(DistributedMesh<D>& mesh, const Flow<D>& flow);

  /// What a stage exchanges and computes, and why. Collective.
  std::string plan() { return stage_.plan(); }

  /// Collective.
  void step();

  /// Its norm and forces are of the state before the last step.
  const Equations<D>& equations() const { return equations_; }
  const loops::ExchangeTimes& exchange_times() const { return stage_.exchange_times(); }

  /// The loops of a stage.
  std::vector<loops::Loop> stage() const;

  /// Since the solver was made. Collective.
  ShortenedSteps shortened() const;

  /// Mass, momentum and energy at the owned vertices.
  std::vector<Row<D>> state() const { return w_.values(); }

  /// The fields that further steps depend on: "conservative" and, where the flow is damped, "memory".
  SavedFields<D> fields() const;

  /// Continues with fields of these names, to the same bits. Collective.
  void restore(const SavedFields<D>& fields, const Course& course);

 private:
  double damping_;
  Equations<D> equations_;
  loops::Field<double, D + 2> w_, start_, memory_;
  loops::Field<double, 1> shortened_;  // stages in which a vertex took a part of its step
  loops::Global<double> alpha_;        // of the stage
  loops::Loop begin_, advance_, damp_, set_flow_;
  loops::Chain stage_;
};

}  // namespace partita::airfoil
