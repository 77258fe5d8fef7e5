#pragma once
/// \file RS_N, randomised scheduling avoiding node contention.
///
/// Wang and Ranka 1994, section 4.2, figure 3. The rows of the communication matrix are compressed to their
/// active entries, in random order. Each phase visits all ranks once, from a random one onwards; each takes
/// the first of its remaining messages whose receiver is still free in this phase. About d + log d phases for
/// d random messages a rank, each found in O(n ln d + n) time on average.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// The phase table of every rank. The same matrix and seed give the same tables everywhere.
std::vector<PhaseTable> rs_n(const CommunicationMatrix& matrix, std::uint64_t seed);

}  // namespace partita::detail
