#pragma once
/// \file Pairwise complete exchange: in step k ranks i and i XOR k exchange.
///
/// Bokhari 1991, section 4.1, figure 8 (after Schmiermund and Seidel): all messages pass one another in
/// pairs, and no link of a hypercube is used twice in a step. Step k is phase k-1, empty or not; for n ranks
/// k runs to the next power of two, less one. A message of a rank to itself comes last.
///
/// This is the paper's procedure. The chart in figure 8 shows another decomposition: ranks a, b > 0 exchange
/// in the step i for which a + b = 2i modulo n-1, and rank 0 with rank i in step i. In that one, 3 -> 0 and 2
/// -> 4 share the link 2-0 in step 3.

#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// O(d log d) from local knowledge alone.
PhaseTable pairwise(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

}  // namespace partita::detail
