#pragma once
/// \file RS_NH, RS_N with large messages cut to the size of a phase.
///
/// Wang, Lin, Ranka 1993 (NICE), section 3.3, and 1993 (DRS_N), section 3.3: a phase lasts as long as its
/// longest message. So every phase gets a size; messages up to it go whole, of longer ones goes a part, and
/// the rest waits for a later phase. Each rank offers its longest message first (the papers keep its row in a
/// heap; here it is sorted, which allows to look for the longest one that fits). One piece of a message a
/// phase, offsets ascending.
///
/// The papers do not say how the size is chosen. Here: a cut costs both ends of the message one more phase,
/// so those who have most messages left must not be cut. Ranks with as many messages left to send, or to
/// receive, as anyone, or one fewer, are *busy*. The size of a phase is its longest message with a busy end;
/// cut are longer messages between ranks that have phases to spare. Where no end is busy nothing is cut. So
/// irregular meshes, whose degrees differ, gain most, and the number of phases stays near that of RS_N.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita {

/// The phase table of every rank. The same matrix and seed give the same tables everywhere. O(n d) a phase.
std::vector<PhaseTable> rs_nh(const CommunicationMatrix& matrix, std::uint64_t seed);

}  // namespace partita
