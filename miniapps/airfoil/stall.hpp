#pragma once
/// \file Whether the residual still falls. Flows that shed vortices, as blunt edges do, have no steady state:
/// their residual stays, and their forces swing about a mean.

#include <algorithm>

#include "equations.hpp"

namespace partita::airfoil {

class Stall {
 public:
  /// @param patience  steps without a lower residual, at least
  explicit Stall(long patience) : patience_(patience) {}

  /// Adds a step. A residual is lower if it is so by a tenth.
  void add(double residual, const Forces& forces) {
    ++steps_;
    sum_.lift += forces.lift;
    sum_.drag += forces.drag;
    const bool is_highest = residual > highest_;  // the run begins anew
    if (is_highest) highest_ = residual;
    if (!is_highest && residual > 0.9 * lowest_) return;
    lowest_ = residual;
    lowest_at_ = steps_;
    sum_ = {0, 0};
  }

  /// Whether finding a lower residual has now taken as long as the lowest took.
  bool is_here() const { return since() >= std::max(patience_, lowest_at_); }

  /// Steps since the lowest residual, and the mean of their forces.
  long since() const { return steps_ - lowest_at_; }
  Forces mean() const {
    const auto steps = static_cast<double>(since());
    return {sum_.lift / steps, sum_.drag / steps};
  }

 private:
  long patience_, steps_ = 0, lowest_at_ = 0;
  double lowest_ = 0, highest_ = 0;
  Forces sum_ = {0, 0};
};

}  // namespace partita::airfoil
