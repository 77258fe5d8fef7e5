#pragma once
/// \file AC, asynchronous communication: everything in one phase, in no order.
///
/// Wang and Ranka 1994, section 3, figure 1: post all receives, send everything, confirm. Scheduling costs
/// nothing. Best for few or small messages; others suffer from contention.

#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// O(d) from local knowledge alone.
PhaseTable ac(int rank, const DestinationVector& destinations, const SourceVector& sources);

}  // namespace partita::detail
