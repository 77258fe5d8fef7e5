#pragma once
/// \file RS_NL, randomised scheduling avoiding node and link contention.
///
/// Wang and Ranka 1994, section 5, figure 4: RS_N, in which a rank takes the first of its remaining messages
/// whose receiver is still free in this phase *and* whose route has no link that another message of the phase
/// uses. For circuit-switched networks, and for all networks on which shared links halve the bandwidth. If
/// the machine rewards exchanges, a rank first searches for a message that it can exchange for the opposite
/// one.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// The phase table of every rank. The same matrix, machine and seed give the same tables everywhere; on a
/// crossbar those of RS_N. O(n d) routes a phase, for d messages a rank.
std::vector<PhaseTable> rs_nl(const CommunicationMatrix& matrix, const Machine& machine, std::uint64_t seed);

}  // namespace partita::detail
