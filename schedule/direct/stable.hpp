#pragma once
/// \file Stable complete exchange: ranks may be a step out of step without link contention.
///
/// Bokhari 1991, section 4.2, figure 9. In step i = 0 .. n-1 rank r sends to (2r + 1 + i) mod n, if r < n/2,
/// else to (2r - n + i) mod n. On a hypercube each link is used in even steps only, or in odd ones only, so
/// that ranks that run up to one step late (or, mirrored, early) still find their routes free: see
/// `tolerated_skew`. The price is one step more than `linear`, in which a rank idles, or sends to itself.
/// For odd n, rank r sends to (2r + 1 + i) mod n.

#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// n phases, empty or not. O(d log d) from local knowledge alone.
PhaseTable stable(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

}  // namespace partita::detail
