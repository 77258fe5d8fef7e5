#pragma once
/// \file Distributed scheduling: ranks agree on phases with their own neighbours, in rounds. No matrix
/// anywhere.
///
/// In each round every sender proposes for each of its open messages a random phase that is free at both
/// ends, as far as it knows; a receiver agrees to one proposal a phase and answers with the phases it has
/// left. That settles nearly all messages in a few rounds. A message that finds no phase free at both ends
/// takes one that is free at one end from the message that has it at the other end, which in turn does the
/// same at its own other end: so it walks, a message a round, along an alternating path, as in Koenig's proof
/// that a bipartite graph can be coloured with as many colours as its largest degree (Math. Annalen 77,
/// 1916), but takes a way out as soon as there is one. Phases beyond the largest degree are allowed one by
/// one, every few rounds, so everybody ends somewhere.
///
/// O(d) memory on a rank with d messages. Hard are only matrices in which every
/// rank has as many messages as the busiest: 32 to 1024 ranks with 4 to 31 random messages sent and received
/// by each took 12 to 30 rounds on the mean of ten, and one or two phases above the lower bound; with only
/// the number sent, or neither, the same for all, 3.4 to 6 rounds, and none above. A message to oneself is
/// negotiated with oneself.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

/// What a negotiation came to.
struct Negotiated {
  PhaseTable table;  ///< of this rank
  int rounds;        ///< until everybody was done
};

/// This rank's table, with as many phases as this rank uses. Collective; every rank gives the same seed. A
/// round is two sparse exchanges among neighbours and one reduction. Throws CollectiveError when a source
/// vector does not fit the destination vectors of the others.
Negotiated distributed(const Communicator& comm, const DestinationVector& destinations,
                       const SourceVector& sources, std::uint64_t seed);

/// The same negotiation among the ranks of a matrix, in one process: the same tables, but with as many phases
/// as all ranks use, and the rounds they take.
std::vector<Negotiated> distributed(const CommunicationMatrix& matrix, std::uint64_t seed);

}  // namespace partita
