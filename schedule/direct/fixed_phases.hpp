#pragma once
/// \file Direct algorithms whose phases follow from the ranks alone, for any matrix.
///
/// Every function makes one rank's table, from local knowledge alone, in O(d log d) for d messages. Ranks
/// step through all phases, empty or not.

#include <cstdint>

#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/send_order.hpp>

namespace partita::detail {

/// AC, asynchronous communication: everything in one phase, or in none if there is nothing. Receives ascend
/// by rank. Only the random order depends on the seed.
///
/// Wang and Ranka 1994, section 3, figure 1: post all receives, send everything, confirm. Scheduling costs
/// nothing. Best for few or small messages; others suffer from contention.
///
/// A rank still sends one message after the other. The papers differ in the order: "to their destinations in
/// a random order" (Wang, Lin, Ranka 1993, DRS_N, section 3.1), "without particular order" (the same, NICE,
/// section 3.1), none said (1994). See SendOrder.
///
/// The default is rotated. In predictions for cm5, ipsc860, ethernet_cluster and fat_tree_cluster (random and
/// complete exchanges, 64 bytes to 128 KiB a message) the ascending order takes 1.19 times as long in the
/// geometric mean, and up to 11 times; the random order takes 1.02 times as long. Within one host all are
/// alike.
PhaseTable ac(int rank, const DestinationVector& destinations, const SourceVector& sources, SendOrder order,
              std::uint64_t seed);

/// Naive complete exchange: in step i every rank sends to rank i. n phases on n ranks.
///
/// Bokhari 1991, section 4: the algorithm that "careless programmers have been known to use". In phase i all
/// messages for rank i contend for the receiver and for the links towards it, so phases are no partial
/// permutations. `unsynchronised` computes the number of steps that this takes.
PhaseTable naive(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

/// LP, linear permutation: fixed permutations of pairwise exchanges that share no link of a hypercube.
///
/// Wang and Ranka 1994, section 4.1, figure 2 ("a special class of link contention-free permutations"): in
/// step k rank i exchanges with rank i XOR k. Step k is phase k-1; for n ranks k runs to the next power of
/// two, less one, and ranks skip partners from n on. The papers give the algorithm for powers of two, where
/// that is n-1 steps, and say that it "can be easily extended"; this extension keeps the exchanges and the
/// free links, and gives up the number of steps. `pairwise` keeps that. A message of a rank to itself comes
/// last. Best for large messages to nearly every rank.
PhaseTable lp(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

/// Linear complete exchange: in step k rank i sends to rank (i + k) mod n.
///
/// Bokhari 1991, section 4.1, figure 7: k = 1 .. n-1, free of link contention on a hypercube while all ranks
/// step together. Step k is phase k-1; any n. A message of a rank to itself comes last.
PhaseTable linear(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

/// Pairwise complete exchange: in each of n-1 steps (n if n is odd) ranks exchange in pairs.
///
/// Bokhari 1991, section 4.1, figure 8 (after Schmiermund and Seidel). The paper's procedure is that of `lp`:
/// in step k ranks i and i XOR k exchange, and no link of a hypercube is used twice in a step. The chart in
/// figure 8 shows another decomposition, the circle method: ranks a, b > 0 exchange in the step i for which
/// a + b = 2i modulo n-1, and rank 0 with rank i in step i. In the chart messages share links: in step 3, 3
/// -> 0 and 2 -> 4 share 2-0. But it exists for any n.
///
/// Here a power of two follows the procedure, any other even n the chart. If n is odd, ranks a, b exchange in
/// the step i for which a + b = 2i modulo n, and rank i idles. Step i is phase i-1. A message of a rank to
/// itself comes last.
PhaseTable pairwise(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

/// The steps of `pairwise`.
struct PairwiseSteps {
  int ranks;

  /// Without the phase for messages of ranks to themselves.
  int count() const;
  int phase(int from, int to) const;
};

/// Stable complete exchange: ranks may be a step out of step without link contention. n phases.
///
/// Bokhari 1991, section 4.2, figure 9. In step i = 0 .. n-1 rank r sends to (2r + 1 + i) mod n, if r < n/2,
/// else to (2r - n + i) mod n. On a hypercube each link is used in even steps only, or in odd ones only, so
/// that ranks that run up to one step late (or, mirrored, early) still find their routes free: see
/// `tolerated_skew`. The price is one step more than `linear`, in which a rank idles, or sends to itself.
/// For odd n, rank r sends to (2r + 1 + i) mod n.
PhaseTable stable(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

}  // namespace partita::detail
