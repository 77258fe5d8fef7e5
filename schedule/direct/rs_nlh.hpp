#pragma once
/// \file RS_NLH, RS_NL with large messages cut to the size of a phase.
///
/// Wang, Lin, Ranka 1993 (NICE), section 3.3: "similar to RS_NH, but it also takes link contention into
/// consideration". Each phase picks the longest messages that share neither a rank nor a link of the machine.
/// It has the size that `rs_nh` defines, which is this algorithm on a crossbar. If the machine rewards
/// exchanges, a rank first searches for a message that it can exchange for the opposite one.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// The phase table of every rank. The same matrix, machine and seed give the same tables everywhere. O(n d)
/// routes a phase, for d messages a rank.
std::vector<PhaseTable> rs_nlh(const CommunicationMatrix& matrix, const Machine& machine, std::uint64_t seed);

}  // namespace partita::detail
