#pragma once
/// \file LP, linear permutation: n-1 fixed permutations. Ranks step through all of them, even without
/// messages.
///
/// Wang and Ranka 1994, section 4.1, figure 2: in step k = 1 .. n-1 rank i exchanges with rank i XOR k, when
/// n is a power of two; that is `pairwise`. For any other n the papers only say that it "can be easily
/// extended"; here it is `linear`, which keeps the number of steps at n-1 and gives up the pairwise exchange.
/// Best for large messages to nearly every rank.

#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// O(d log d) from local knowledge alone.
PhaseTable lp(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

}  // namespace partita::detail
