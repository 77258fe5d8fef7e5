#pragma once
/// \file RS_N and RS_NL, randomised scheduling avoiding node contention, or node and link contention; and
/// their forms that cut messages.
///
/// RS_N: Wang and Ranka 1994, section 4.2, figure 3. The rows of the communication matrix are compressed to
/// their active entries, in random order. Each phase visits all ranks once, from a random one onwards; each
/// takes the first of its remaining messages whose receiver is still free in this phase. About d + log d
/// phases for d random messages a rank, each found in O(n ln d + n) time on average.
///
/// RS_NL: section 5, figure 4. A rank takes the first message whose receiver is free *and* whose route has no
/// link that another message of the phase uses. For circuit-switched networks, and for all networks on which
/// shared links halve the bandwidth. If the machine rewards exchanges, a rank first searches for a message
/// that it can exchange for the opposite one. RS_N is RS_NL on a crossbar.
///
/// RS_NLH is RS_NL with large messages cut to the size of a phase, and RS_NH is RS_NLH on a crossbar. Wang,
/// Lin, Ranka 1993 (NICE), section 3.3, and 1993 (DRS_N), section 3.3: a phase lasts as long as its longest
/// message, so every phase gets a size. Messages up to the size go whole. Of a longer message one part goes,
/// and the rest waits for a later phase. Each rank offers its longest message first. (The papers keep its row
/// in a heap. Here it is sorted, so that a rank finds the longest message that fits.) A phase has at most one
/// piece of a message; offsets ascend.
///
/// The papers do not define the size. Here: a cut costs both ends of the message one more phase, so messages
/// of the ranks with most messages left stay whole. A rank is *busy* if its number of messages left to send,
/// or to receive, is the largest of all, or one fewer. The size of a phase is its longest message with a busy
/// end. Longer messages, between ranks that have phases to spare, are cut. Without a busy end nothing is cut.
/// So irregular meshes, with their different degrees, gain most, and the number of phases stays near that of
/// RS_N.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// The phase table of every rank. The same matrix, machine and seed give the same tables everywhere. O(n d)
/// routes a phase, for d messages a rank.
std::vector<PhaseTable> rs_nl(const CommunicationMatrix& matrix, const Machine& machine, std::uint64_t seed);

/// The same with messages cut.
std::vector<PhaseTable> rs_nlh(const CommunicationMatrix& matrix, const Machine& machine, std::uint64_t seed);

}  // namespace partita::detail
