#pragma once
/// \file Linear complete exchange: in step k rank i sends to rank (i + k) mod n.
///
/// Bokhari 1991, section 4.1, figure 7: k = 1 .. n-1, free of link contention on a hypercube while all ranks
/// step together. Step k is phase k-1, empty or not; any n. A message of a rank to itself comes last.

#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// O(d log d) from local knowledge alone.
PhaseTable linear(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

}  // namespace partita::detail
