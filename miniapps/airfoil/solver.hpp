#pragma once
/// \file Steady flow around an airfoil or a wing: marched explicitly to the steady state. Each dual cell has
/// the largest time step that is stable for it.

#include <vector>

#include "equations.hpp"

namespace partita::airfoil {

template <int D>
class Solver {
 public:
  /// Starts from the free stream. Collective.
  Solver(const Subdomain<D>& domain, const Flow<D>& flow, KokkosExchange<> exchange, Communicator comm);

  /// Collective.
  void step();

  /// Its norm and forces are of the state before the last step.
  const Equations<D>& equations() const { return equations_; }

  /// Final values at the owned vertices.
  std::vector<Conservative<D>> state() const;

 private:
  double damping_;
  Equations<D> equations_;
  Kokkos::View<Conservative<D>*> w_, start_, memory_;  // owned
  Kokkos::View<double*> time_step_;                    // owned; per volume
};

}  // namespace partita::airfoil
