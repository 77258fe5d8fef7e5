#pragma once
/// \file Steady flow about an airfoil or a wing: Euler's equations in D dimensions on the median dual,
/// marched to rest.
///
/// One evaluation of the residual, and what messages do meanwhile:
///
///   gather primitive values    differences along interior edges
///                              differences along border edges
///                              gradients of owned vertices
///   gather gradients           fluxes through interior edges and boundary faces
///                              fluxes through border edges
///                              residuals of owned vertices
///
/// What is computed has the same bits on any number of ranks, whatever the partition, the schedule and the
/// protocol. An edge between two owners is computed by both, from the same values by the same arithmetic, so
/// that no sum crosses ranks: each is formed where its vertex is owned, from all its contributions, in the
/// order of their global numbers. What is summed over all vertices or walls is summed exactly.

#include <vector>

#include <partita/executor/kokkos_exchange.hpp>
#include <partita/support/communicator.hpp>

#include "domain.hpp"
#include "flow.hpp"
#include "halo.hpp"
#include "local_mesh.hpp"

namespace partita::airfoil {

/// Coefficients: for the flow's chord or area, and dynamic pressure.
struct Forces {
  double lift, drag;
};

template <int D>
class Solver {
 public:
  /// Starts from the free stream. Collective.
  Solver(const Domain<D>& domain, const Flow<D>& flow, KokkosExchange<> exchange, Communicator comm);

  /// Collective.
  void step();

  /// L2 norm of the rate of density. This and `forces` are of the state before the last step.
  double residual() const { return residual_norm_; }
  Forces forces() const { return forces_; }

  const Flow<D>& flow() const { return flow_; }

  /// No residual below this means anything: rounding alone may leave as much.
  double rounding() const { return rounding_; }

  /// Final values at the owned vertices.
  std::vector<Conservative<D>> state() const;

  const Times& times() const { return halo_.times(); }

 private:
  void evaluate();
  void observe();

  Communicator comm_;
  Flow<D> flow_;
  LocalMesh<D> mesh_;
  Halo halo_;
  double damping_;
  double total_volume_;
  double rounding_;

  Kokkos::View<Conservative<D>*> w_, start_, memory_;  // owned
  Kokkos::View<double*> time_step_;                    // owned; per volume
  Kokkos::View<Conservative<D>*> residual_;            // owned
  Kokkos::View<Primitive<D>*> q_;                      // owned and ghosts
  Kokkos::View<Gradient<D>*> gradient_;                // owned and ghosts
  Kokkos::View<Primitive<D>*> difference_;             // along edges
  Kokkos::View<Conservative<D>*> flux_;                // of edges and faces

  double residual_norm_ = 0;
  Forces forces_ = {0, 0};
};

}  // namespace partita::airfoil
