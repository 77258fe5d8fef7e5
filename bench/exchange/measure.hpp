#pragma once
/// \file What an exchange costs: all variants in turn, in batches, the disturbed ones left out.
///
/// A batch is a run of steps of the loop without the exchange, then as many steps with it; the net time of an
/// exchange is the difference of the two, by the slowest rank each, over their number. So what the exchange
/// does to the loop around it counts too: cache lines that the neighbour has read must be taken back to be
/// written again. A batch takes about a millisecond, and before and after it the ranks find out how far they
/// are from each other. Dropped is a batch in which they moved, and one in which a rank with a cpu to itself
/// was preempted (getrusage, involuntary context switches). Of the others, by placement, the median counts.

#include <memory>
#include <span>
#include <vector>

#include "field.hpp"
#include "ghost_values.hpp"
#include "operation.hpp"
#include "placement.hpp"
#include "variant.hpp"

namespace partita::bench {

struct Contender {
  const Kind* kind;
  std::unique_ptr<Variant> variant;
};

struct Median {
  Placement placement;
  double microseconds;  ///< net of one exchange
};

struct Measured {
  std::vector<std::vector<Median>>
      medians;      ///< of each contender, one for each placement with enough batches
  int batches = 0;  ///< of all contenders
  int dropped = 0;
};

/// Takes `seconds`, or up to ten times as long when so many batches are dropped that there are not enough.
/// Collective; the same on all ranks.
Measured measure(const GhostValues& ghosts, const Field& field, Operation operation,
                 std::span<Contender> contenders, PlacementProbe& probe, double seconds);

}  // namespace partita::bench
