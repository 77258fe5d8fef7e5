#pragma once
/// \file How near the ranks are to each other while something is measured.

#include <array>
#include <optional>
#include <vector>

#include <partita/support/communicator.hpp>
#include <partita/support/names.hpp>

#include "flag_ring.hpp"

namespace partita::bench {

enum class Placement {
  near,            ///< one host, cpus that share a near cache: a flag takes less than a given time
  far,             ///< one host, cpus that do not
  oversubscribed,  ///< one host, more ranks than cpus
  hosts            ///< several hosts
};

inline constexpr std::array<Name<Placement>, 4> placements{{{Placement::near, "near"},
                                                            {Placement::far, "far"},
                                                            {Placement::oversubscribed, "oversubscribed"},
                                                            {Placement::hosts, "hosts"}}};

/// Tells the placement, again and again where it may change.
class PlacementProbe {
 public:
  /// Near is a flag that takes less than so many nanoseconds one contender. Collective.
  PlacementProbe(const Communicator& comm, double near_below);

  /// Collective; the same on all ranks.
  Placement now();

  /// A rank has a cpu to itself, so that whoever is preempted was disturbed from outside.
  bool cpu_each() const { return !fixed_ || *fixed_ == Placement::hosts; }

  /// All flag times so far, in nanoseconds. None when the placement was not found by them.
  const std::vector<double>& flag_times() const { return flag_times_; }

 private:
  double near_below_;
  std::optional<Placement> fixed_;  // known without a flag
  std::optional<FlagRing> ring_;
  std::vector<double> flag_times_;
};

}  // namespace partita::bench
