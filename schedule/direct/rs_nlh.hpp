#pragma once
/// \file RS_NLH, RS_NL with large messages cut to the size of a phase.
///
/// Wang, Lin, Ranka 1993 (NICE), section 3.3: "similar to RS_NH, but it also takes link contention into
/// consideration". Each phase picks the longest messages that meet neither in a rank nor on a link of the
/// machine; its size is chosen as `rs_nh` says, which is this algorithm on a crossbar. Where the machine
/// rewards exchanges, messages that can be exchanged for their opposite are looked for first.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita {

/// The phase table of every rank. The same matrix, machine and seed give the same tables everywhere. O(n d)
/// routes a phase, for d messages a rank.
std::vector<PhaseTable> rs_nlh(const CommunicationMatrix& matrix, const Machine& machine, std::uint64_t seed);

}  // namespace partita
