#pragma once
/// \file Explicit steps on one level of the mesh. Each wave in each dual cell has the largest time step that
/// is stable for it (wave_step.hpp).

#include <functional>
#include <span>
#include <string>

#include "distributed_mesh.hpp"
#include "gas.hpp"
#include "update.hpp"

namespace partita::airfoil {

/// A level of the mesh and the flow on it.
template <int D>
struct Level {
  DistributedMesh<D>& mesh;
  State<D> w;         ///< mass, momentum, energy
  State<D> q;         ///< density, velocity, pressure
  State<D> residual;  ///< the net flux out of each dual cell
};

/// A loop that copies a field of the flow.
template <int D>
loops::Loop copy(DistributedMesh<D>& mesh, const char* name, const State<D>& from, const State<D>& to);

template <int D>
class Multistage {
 public:
  /// @param alphas, cfl  of the stages and of the time step (see runge_kutta.hpp); alphas outlive the object
  /// @param evaluation  makes a chain that evaluates the residual of q, and then runs the loop that it is
  /// given
  Multistage(const Level<D>& level, std::span<const double> alphas, double cfl,
             const std::function<loops::Chain(const loops::Loop&)>& evaluation);

  /// Takes a step. `look` is called once the residual of the flow before the step is known. Collective.
  void step(const std::function<void()>& look = [] {});

  /// Evaluates the residual: a stage that changes nothing. Collective.
  void evaluate();

  /// What a stage exchanges and computes, and why. Collective.
  std::string plan() { return stage_.plan(); }
  const loops::Loop& advance() const { return advance_; }

  /// Since the object was made. Collective.
  ShortenedSteps shortened() const;
  long exchanges() const { return stage_.exchanges(); }

 private:
  void stage(double alpha);

  Communicator comm_;
  std::span<const double> alphas_;
  State<D> start_;
  loops::Field<double, 1> shortened_;  // stages in which a vertex took a part of its step
  loops::Global<double> alpha_;        // of the stage
  loops::Loop begin_, advance_;
  loops::Chain stage_;
};

}  // namespace partita::airfoil
