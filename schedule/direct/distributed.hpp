#pragma once
/// \file Distributed scheduling: ranks agree on phases with their own neighbours, in rounds. No matrix
/// anywhere.

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

/// This rank's table. Collective.
Negotiated distributed(const Communicator& comm, const DestinationVector& destinations,
                       const SourceVector& sources, std::uint64_t seed);

/// The same negotiation among the ranks of a matrix, in one process: the same tables, and the rounds they
/// take.
std::vector<Negotiated> distributed(const CommunicationMatrix& matrix, std::uint64_t seed);

}  // namespace partita
