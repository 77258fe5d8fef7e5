#pragma once
/// \file Pairwise complete exchange: in step k ranks i and i XOR k exchange.
///
/// Bokhari 1991, section 4.1, figure 8 (after Schmiermund and Seidel): all messages pass one another in
/// pairs, and no link of a hypercube is used twice in a step. Step k is phase k-1, empty or not; for n ranks
/// k runs to the next power of two, less one. A message of a rank to itself comes last.

#include <partita/schedule/phase_table.hpp>

namespace partita {

/// O(d log d) from local knowledge alone.
PhaseTable pairwise(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

}  // namespace partita
