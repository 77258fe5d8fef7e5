#pragma once
/// \file Euler's equations in D dimensions on the median dual: from the flow to its rates of change.
///
/// One evaluation of the residual, as a chain of loops:
///
///   clear            vertices       gradients and residuals are zero
///   gradients        neighbours     add the differences to them, by coefficients
///   mirror           mirrored       make gradients at symmetry planes symmetric, if there are any
///   edge fluxes      edges          add the flux to the residual of one end, subtract it from the other's
///   slip fluxes      slip faces     add the pressure on walls and symmetry planes
///   far fluxes       far corners    add the flux through the far field
///
/// The loop wrapper exchanges the flow before `gradients`, the gradients before `edge fluxes`, and computes
/// meanwhile what needs no ghosts. Results have the same bits on any number of ranks, whatever the partition,
/// the schedule and the protocol: both owners of a cut edge compute its flux, from the same values, and the
/// owner of a vertex adds all its contributions in the order of their global numbers. Sums over all vertices
/// or walls are exact.

#include <array>
#include <concepts>
#include <string>
#include <utility>
#include <vector>

#include "distributed_mesh.hpp"
#include "flow.hpp"

namespace partita::airfoil {

/// Force coefficients: for the flow's chord or area, and dynamic pressure.
struct Forces {
  double lift, drag;
};

template <int D>
class Equations {
 public:
  /// Collective.
  Equations(DistributedMesh<D>& mesh, const Flow<D>& flow);

  DistributedMesh<D>& mesh() const { return mesh_; }
  const Flow<D>& flow() const { return flow_; }

  /// The flow at the vertices: density, velocity, pressure.
  const State<D>& flow_values() const { return q_; }

  /// The net flux out of each dual cell.
  const State<D>& residuals() const { return residual_; }

  /// The flow beyond each far corner.
  const State<D>& beyond() const { return beyond_; }

  /// The loops of an evaluation, and further ones behind them.
  template <std::same_as<loops::Loop>... Loops>
  loops::Chain evaluation(std::string name, const Loops&... then) {
    const auto& [clear, gradients, mirror, edges, slip, far] = loops_;
    loops::Domain& domain = mesh_.domain;
    return has_mirrors() ? domain.chain(std::move(name), clear, gradients, mirror, edges, slip, far, then...)
                         : domain.chain(std::move(name), clear, gradients, edges, slip, far, then...);
  }
  std::vector<loops::Loop> loops_of_evaluation() const {
    std::vector<loops::Loop> all(loops_.begin(), loops_.end());
    if (!has_mirrors()) all.erase(all.begin() + 2);
    return all;
  }
  const loops::Loop& edge_fluxes() const { return loops_[3]; }
  const loops::Loop& slip_fluxes() const { return loops_[4]; }
  const loops::Loop& far_fluxes() const { return loops_[5]; }

  /// Computes norm and forces of the last evaluated flow. From now on its lift is that of the far field.
  /// Collective.
  void observe();
  double residual() const { return residual_norm_; }  ///< L2 norm of the rate of density
  Forces forces() const { return forces_; }

  /// Continues after a step with this norm and these forces, with the far field that they have made. At norm
  /// and forces of 0 it begins anew. Collective.
  void resume(double residual, const Forces& forces);

  /// Residuals below this are meaningless: rounding alone may cause them.
  double rounding() const { return rounding_; }

 private:
  bool has_mirrors() const { return mesh_.mirrored.size() > 0; }

  DistributedMesh<D>& mesh_;
  Flow<D> flow_;
  double total_volume_, rounding_;

  State<D> q_;
  loops::Field<double, D*(D + 2)> gradient_;
  State<D> residual_;
  loops::Field<double, D> wall_force_;  // of slip faces; 0 on symmetry planes
  State<D> beyond_;                     // of far corners
  loops::Global<double> circulation_, squares_, force_back_, force_up_;
  std::array<loops::Loop, 6> loops_;
  loops::Loop far_states_, observe_residuals_, observe_forces_;

  double residual_norm_ = 0;
  Forces forces_ = {0, 0};
};

}  // namespace partita::airfoil
