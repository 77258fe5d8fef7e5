#pragma once
/// \file LP, linear permutation: n-1 fixed permutations, stepped through whether or not there is anything to
/// send.
///
/// Wang and Ranka 1994, section 4.1, figure 2: in step k = 1 .. n-1 rank i exchanges with rank i XOR k, when
/// n is a power of two (then also free of link contention on a hypercube). For any other n the papers only
/// say that it "can be easily extended"; here rank i sends to (i + k) mod n and receives from (i - k) mod n,
/// which keeps the number of steps at n-1 and gives up the pairwise exchange. Best for large messages to
/// nearly everybody.
///
/// Step k is phase k-1. A message of a rank to itself is step n, phase n-1, which exists only if there is
/// one.

#include <partita/schedule/phase_table.hpp>

namespace partita {

/// O(d log d) from local knowledge alone.
PhaseTable lp(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

}  // namespace partita
