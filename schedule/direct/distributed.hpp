#pragma once
/// \file Distributed scheduling: ranks agree on phases with their own neighbours, in rounds. No rank holds
/// the matrix.
///
/// In each round every sender proposes a random phase for each of its open messages; the phase is free at
/// both ends, as far as the sender knows. A receiver agrees to one proposal a phase and answers with the
/// phases that it has left. That settles nearly all messages in a few rounds. A message without a phase that
/// is free at both ends takes a phase that is free at one end from the message that has it at the other end.
/// That message does the same at its own other end. So the search follows an alternating path, a message a
/// round, as in König's proof that a bipartite graph can be coloured with as many colours as its largest
/// degree (Math. Annalen 77, 1916), but ends as soon as a phase is free at both ends. Every few rounds one
/// phase beyond the largest degree is allowed, so that every search ends.
///
/// O(d) memory on a rank with d messages. Only matrices in which all ranks are as busy as the busiest are
/// hard: 32 to 1024 ranks, each with 4 to 31 random messages sent and received, took 12 to 30 rounds (mean of
/// ten) and one or two phases above the lower bound. If only the number sent is regular, or neither is, 3.4
/// to 6 rounds reach the lower bound. A rank negotiates a message to itself with itself.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// The result of a negotiation.
struct Negotiated {
  std::vector<PhaseTable> tables;  ///< of this rank, or by rank
  int rounds;                      ///< until no rank had an open message
};

/// Negotiates this rank's table, with as many phases as this rank uses. A round is two sparse exchanges among
/// neighbours and one reduction.
///
/// @param seed the same on every rank
/// @throws CollectiveError if a source vector contradicts the destination vectors of other ranks
///
/// Collective.
Negotiated distributed(const Communicator& comm, const DestinationVector& destinations,
                       const SourceVector& sources, std::uint64_t seed);

/// The same negotiation among the ranks of a matrix, in one process: the same tables, but each with as many
/// phases as all ranks use.
Negotiated distributed(const CommunicationMatrix& matrix, std::uint64_t seed);

}  // namespace partita::detail
