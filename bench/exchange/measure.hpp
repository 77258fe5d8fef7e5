#pragma once
/// \file Measures the cost of an exchange: all variants in turn, in batches, without disturbed batches.
///
/// A batch is a run of steps of the loop without the exchange, then as many steps with it. The net time of an
/// exchange is the difference of the two times, each of the slowest rank, over the number of steps. So it
/// includes the effect of the exchange on the loop: cache lines that the neighbour has read must return
/// before they are written again. A batch takes about a millisecond. Before and after it the ranks measure
/// their distance. A batch is dropped if the distance changed, or if a rank with its own cpu was preempted
/// (getrusage, involuntary context switches). The result is the median of the other batches, per placement.

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

/// Takes `seconds`, or up to ten times as long if dropped batches leave too few. Collective; the result is
/// the same on all ranks.
Measured measure(const GhostValues& ghosts, const Field& field, Operation operation,
                 std::span<Contender> contenders, PlacementProbe& probe, double seconds);

}  // namespace partita::bench
