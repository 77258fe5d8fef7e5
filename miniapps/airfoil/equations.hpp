#pragma once
/// \file Euler's equations in D dimensions on the median dual: from the flow to its rates of change.
///
/// One evaluation of the residual: messages (left) and the computation that overlaps them (right):
///
///   gather primitive values    differences along interior edges
///                              differences along border edges
///                              gradients of owned vertices
///   gather gradients           fluxes through interior edges and boundary faces
///                              fluxes through border edges
///                              residuals of owned vertices
///
/// Results have the same bits on any number of ranks, whatever the partition, the schedule and the protocol.
/// Both owners of a cut edge compute its flux, from the same values by the same arithmetic, so no sum crosses
/// ranks. The owner of a vertex adds all its contributions in the order of their global numbers. Sums over
/// all vertices or walls are exact.

#include <partita/executor/kokkos_exchange.hpp>
#include <partita/support/communicator.hpp>

#include "flow.hpp"
#include "local_mesh.hpp"
#include "subdomain.hpp"
#include "timed_exchange.hpp"

namespace partita::airfoil {

/// Force coefficients: for the flow's chord or area, and dynamic pressure.
struct Forces {
  double lift, drag;
};

template <int D>
class Equations {
 public:
  /// Collective.
  Equations(const Subdomain<D>& domain, const Flow<D>& flow, KokkosExchange<> exchange, Communicator comm);

  const Communicator& communicator() const { return comm_; }
  const LocalMesh<D>& mesh() const { return mesh_; }
  const Flow<D>& flow() const { return flow_; }

  /// The flow at owned vertices, to be set before it is evaluated, and at ghosts, which `evaluate` fills.
  const Kokkos::View<Primitive<D>*>& flow_values() const { return q_; }

  /// Computes the residuals of the flow: the net flux out of each owned dual cell. Collective.
  void evaluate();
  const Kokkos::View<Conservative<D>*>& residuals() const { return residual_; }

  /// Computes norm and forces of the last evaluated flow. From now on its lift is that of the far field.
  /// Collective.
  void observe();
  double residual() const { return residual_norm_; }  ///< L2 norm of the rate of density
  Forces forces() const { return forces_; }

  /// Residuals below this are meaningless: rounding alone may cause them.
  double rounding() const { return rounding_; }

  /// Time counts between these two calls.
  void begin_step() { exchange_.start(); }
  void end_step() { exchange_.stop(); }
  const Times& times() const { return exchange_.times(); }

 private:
  Communicator comm_;
  Flow<D> flow_;
  LocalMesh<D> mesh_;
  TimedExchange exchange_;
  double total_volume_;
  double rounding_;

  Kokkos::View<Primitive<D>*> q_;            // owned and ghosts
  Kokkos::View<Gradient<D>*> gradient_;      // owned and ghosts
  Kokkos::View<Primitive<D>*> difference_;   // along edges
  Kokkos::View<Conservative<D>*> flux_;      // of edges and faces
  Kokkos::View<Conservative<D>*> residual_;  // owned

  double residual_norm_ = 0;
  Forces forces_ = {0, 0};
};

}  // namespace partita::airfoil
