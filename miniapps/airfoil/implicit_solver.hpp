#pragma once
/// \file Steady flow around an airfoil or a wing: marched implicitly to the steady state by PETSc's Newton
/// and Krylov methods.
///
/// A step solves (w - w_n) / dt + R(w) = 0 roughly, by one iteration of Newton's method. Each dual cell has
/// its own time step. The time steps grow as the residual falls: first the flow follows its transients, in
/// the end the method is Newton's. GMRES solves the linear system. Its products with the matrix are
/// differences of the second-order residual; the matrix of the first-order residual is the preconditioner.
/// Partita exchanges ghosts at each evaluation of a residual. The only other communication is PETSc's dot
/// products.
///
/// Steps depend on the number of ranks: preconditioners differ, and with them the last bits of the flow.
///
/// Mulder, van Leer, "Experiments with Implicit Upwind Methods for the Euler Equations", J. Comput. Phys. 59,
/// 1985 (time steps); Knoll, Keyes, "Jacobian-free Newton-Krylov methods", J. Comput. Phys. 193, 2004.

#include <memory>
#include <string>
#include <vector>

#include "course.hpp"
#include "equations.hpp"
#include "gas.hpp"

// What PETSc's handles point to: its headers are not for all that include this one.
struct _p_Vec;
struct _p_Mat;
struct _p_SNES;

namespace partita::airfoil {

class PetscRun;

template <int D>
class ImplicitSolver {
 public:
  /// Starts from the free stream and initialises PETSc, which must not be initialised yet. `petsc` are
  /// options as PETSc's programs take them: "-ksp_rtol", "0.1". Collective.
  ImplicitSolver(DistributedMesh<D>& mesh, const Flow<D>& flow, std::vector<std::string> petsc);
  ~ImplicitSolver();
  ImplicitSolver(const ImplicitSolver&) = delete;  // PETSc knows where the object is
  ImplicitSolver& operator=(const ImplicitSolver&) = delete;

  /// How often a step evaluates the residual, at least: for its norm, for Newton's method before and after,
  /// and for each of Krylov's vectors, whose number only PETSc knows.
  static constexpr long evaluations_a_step = 4;

  /// What an evaluation exchanges and computes, and why. Collective.
  std::string plan() { return evaluation_.plan(); }

  /// Collective.
  void step();

  /// Its norm and forces are of the state before the last step.
  const Equations<D>& equations() const { return equations_; }

  long exchanges() const { return evaluation_.exchanges(); }

  /// The loops of an evaluation.
  std::vector<loops::Loop> stage() const { return equations_.loops_of_evaluation(); }

  /// Mass, momentum and energy at the owned vertices.
  std::vector<Row<D>> state() const;

  /// The field that further steps depend on, "conservative".
  SavedFields<D> fields() const { return {{"conservative", state()}}; }

  /// Continues with this field, and with the time steps of this course. Collective.
  void restore(const SavedFields<D>& fields, const Course& course);

 private:
  using Vec = _p_Vec*;

  void set_flow(Vec state);
  void evaluate(Vec state, Vec result);
  double allowed_part(Vec state, Vec change);
  void require_step() const;

  std::unique_ptr<PetscRun> run_;  // ends after what it has made
  Communicator comm_;
  Equations<D> equations_;
  loops::Chain evaluation_;
  std::vector<double> inverse_time_steps_;
  double largest_residual_ = 0;

  Vec w_ = nullptr, start_ = nullptr, rates_ = nullptr;
  _p_Mat *product_ = nullptr, *matrix_ = nullptr;
  _p_SNES* snes_ = nullptr;
};

}  // namespace partita::airfoil
