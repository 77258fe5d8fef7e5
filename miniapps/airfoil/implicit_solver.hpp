#pragma once
/// \file Steady flow about an airfoil or a wing: marched to rest, implicitly, by PETSc's Newton and Krylov
/// methods. Without PETSc, `no_implicit_solver.cpp` says so in its place.
///
/// A step solves (w - w_n) / dt + R(w) = 0 roughly, by one iteration of Newton's method, each dual cell with
/// its own time step. The time steps grow as the residual falls: at first the flow is followed through its
/// transients, in the end Newton's method is all that is left. The linear system is solved by GMRES, whose
/// products with the matrix are differences of the second-order residual; preconditioned with the matrix of
/// the first-order one. Ghosts are exchanged by Partita whenever a residual is evaluated; nothing else is,
/// but PETSc's dot products.
///
/// Steps are those of a number of ranks: preconditioners differ, and with them the last bits of the flow.
///
/// Mulder, van Leer, "Experiments with Implicit Upwind Methods for the Euler Equations", J. Comput. Phys. 59,
/// 1985 (time steps); Knoll, Keyes, "Jacobian-free Newton-Krylov methods", J. Comput. Phys. 193, 2004.

#include <memory>
#include <string>
#include <vector>

#include "equations.hpp"

namespace partita::airfoil {

template <int D>
class ImplicitSolver {
 public:
  /// Starts from the free stream. `petsc` are options as PETSc's programs take them: "-ksp_rtol", "0.1".
  /// Starts PETSc, which must not run. Collective. Throws CollectiveError without PETSc.
  ImplicitSolver(const Subdomain<D>& domain, const Flow<D>& flow, KokkosExchange<> exchange,
                 Communicator comm, std::vector<std::string> petsc);
  ~ImplicitSolver();
  ImplicitSolver(ImplicitSolver&&) noexcept;

  /// Collective.
  void step();

  /// Its norm and forces are of the state before the last step.
  const Equations<D>& equations() const;

  /// Final values at the owned vertices.
  std::vector<Conservative<D>> state() const;

 private:
  struct Newton;
  std::unique_ptr<Newton> newton_;
};

}  // namespace partita::airfoil
