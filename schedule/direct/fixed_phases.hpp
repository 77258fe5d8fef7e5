#pragma once
/// \file Direct algorithms whose phases follow from the ranks alone, for any matrix: AC, and fixed
/// permutations.
///
/// Every function makes one rank's table, from local knowledge alone, in O(d log d) for d messages. Except in
/// `ac`, ranks step through all phases, empty or not.

#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// AC, asynchronous communication: everything in one phase, in no order.
///
/// Wang and Ranka 1994, section 3, figure 1: post all receives, send everything, confirm. Scheduling costs
/// nothing. Best for few or small messages; others suffer from contention.
PhaseTable ac(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

/// Naive complete exchange: in step i every rank sends to rank i. n phases on n ranks.
///
/// Bokhari 1991, section 4: the algorithm that "careless programmers have been known to use". In phase i all
/// messages for rank i contend for the receiver and for the links towards it, so phases are no partial
/// permutations. `unsynchronised` computes the number of steps that this takes.
PhaseTable naive(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

/// LP, linear permutation: n-1 fixed permutations.
///
/// Wang and Ranka 1994, section 4.1, figure 2: in step k = 1 .. n-1 rank i exchanges with rank i XOR k, when
/// n is a power of two; that is `pairwise`. For any other n the papers only say that it "can be easily
/// extended"; here it is `linear`, which keeps the number of steps at n-1 and gives up the pairwise exchange.
/// Best for large messages to nearly every rank.
PhaseTable lp(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

/// Linear complete exchange: in step k rank i sends to rank (i + k) mod n.
///
/// Bokhari 1991, section 4.1, figure 7: k = 1 .. n-1, free of link contention on a hypercube while all ranks
/// step together. Step k is phase k-1; any n. A message of a rank to itself comes last.
PhaseTable linear(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

/// Pairwise complete exchange: in step k ranks i and i XOR k exchange.
///
/// Bokhari 1991, section 4.1, figure 8 (after Schmiermund and Seidel): all messages pass one another in
/// pairs, and no link of a hypercube is used twice in a step. Step k is phase k-1; for n ranks k runs to the
/// next power of two, less one. A message of a rank to itself comes last.
///
/// This is the paper's procedure. The chart in figure 8 shows another decomposition: ranks a, b > 0 exchange
/// in the step i for which a + b = 2i modulo n-1, and rank 0 with rank i in step i. In that one, 3 -> 0 and 2
/// -> 4 share the link 2-0 in step 3.
PhaseTable pairwise(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

/// Stable complete exchange: ranks may be a step out of step without link contention. n phases.
///
/// Bokhari 1991, section 4.2, figure 9. In step i = 0 .. n-1 rank r sends to (2r + 1 + i) mod n, if r < n/2,
/// else to (2r - n + i) mod n. On a hypercube each link is used in even steps only, or in odd ones only, so
/// that ranks that run up to one step late (or, mirrored, early) still find their routes free: see
/// `tolerated_skew`. The price is one step more than `linear`, in which a rank idles, or sends to itself.
/// For odd n, rank r sends to (2r + 1 + i) mod n.
PhaseTable stable(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

}  // namespace partita::detail
