#pragma once
/// \file OP2's Airfoil benchmark with the loop wrapper: four sets, five maps, six fields, five loops.
///
/// Two-dimensional Euler equations, finite volumes with the unknowns in quadrilateral cells. An iteration
/// saves the state. Then it twice computes the time steps, adds the fluxes of all edges to the residuals of
/// their cells, and updates the state.
///
/// M. B. Giles et al., "Performance Analysis and Optimisation of the OP2 Framework on Many-Core
/// Architectures", The Computer Journal 55(2), 2012.

#include <span>
#include <string>
#include <vector>

#include <partita/loops/domain.hpp>

#include "gas.hpp"
#include "grid.hpp"

namespace partita::op2_airfoil {

class Solver {
 public:
  /// `grid` is this rank's share of the whole, `owners` its share of the cells' partition. Collective.
  Solver(const Communicator& comm, const Grid& grid, std::span<const int> owners,
         const loops::Options& options);

  /// One iteration of the benchmark. Collective.
  void iterate() { iteration_(); }

  /// Root mean square of the last changes of the state. Collective.
  double rms() const;

  /// Whether all cells hold a gas. Collective.
  bool is_gas() const {
    loops_.look();
    return without_gas_.value() == 0;
  }

  /// The exchanges before each loop, with reasons. Collective.
  std::string plan() { return iteration_.plan(); }

  /// What is unusual about the distribution. Collective.
  std::vector<std::string> remarks() const { return domain_.remarks(); }

  /// The loops in the benchmark's order, and the bytes that one pass of each needs to move on this rank.
  struct Timed {
    loops::Loop loop;
    double bytes;
  };
  const std::vector<Timed>& loops() const { return timed_; }

  /// The state of the owned cells.
  std::vector<Kokkos::Array<double, 4>> state() const { return q_.values(); }
  std::span<const global_index> numbers() const { return q_.numbers(); }

  struct Loops {
    loops::Loop save, time_step, interior_flux, boundary_flux, update, look;
  };
  /// For the constructor only. Public, because CUDA takes lambdas for the device from public functions only.
  Loops declare(const Grid& grid, std::span<const int> owners);

 private:
  loops::Domain domain_;
  loops::Set nodes_, cells_, edges_, bedges_;
  loops::Field<double, 4> q_;
  loops::Global<double> squares_, without_gas_;
  std::vector<Timed> timed_;
  Loops loops_;
  loops::Chain
      iteration_;  // from its first fluxes to what the next one begins with: fused with the last update
};

}  // namespace partita::op2_airfoil
