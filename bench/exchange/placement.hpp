#pragma once
/// \file The distance of the ranks' cpus during a measurement.

#include <array>
#include <optional>
#include <vector>

#include <partita/support/communicator.hpp>
#include <partita/support/names.hpp>

#include "flag_ring.hpp"

namespace partita::bench {

enum class Placement {
  near,            ///< one host, cpus that share a near cache: a flag takes less than a given time
  far,             ///< one host, cpus without a common near cache
  oversubscribed,  ///< one host, more ranks than cpus
  hosts            ///< several hosts
};

inline constexpr std::array<Name<Placement>, 4> placements{{{Placement::near, "near"},
                                                            {Placement::far, "far"},
                                                            {Placement::oversubscribed, "oversubscribed"},
                                                            {Placement::hosts, "hosts"}}};

/// Finds the placement, repeatedly if it may change.
class PlacementProbe {
 public:
  /// A flag that takes less than `near_below` nanoseconds means near. Collective.
  PlacementProbe(const Communicator& comm, double near_below);

  /// Collective; the same on all ranks.
  Placement now();

  /// True if a rank has its own cpu, so that a preemption is a disturbance from outside.
  bool cpu_each() const { return !fixed_ || *fixed_ == Placement::hosts; }

  /// All flag times so far, in nanoseconds. Empty if the placement is known without them.
  const std::vector<double>& flag_times() const { return flag_times_; }

 private:
  double near_below_;
  std::optional<Placement> fixed_;  // known without a flag
  std::optional<FlagRing> ring_;
  std::vector<double> flag_times_;
};

}  // namespace partita::bench
