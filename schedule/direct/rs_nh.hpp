#pragma once
/// \file RS_NH, RS_N with large messages cut to the size of a phase.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita {

/// The phase table of every rank.
std::vector<PhaseTable> rs_nh(const CommunicationMatrix& matrix, std::uint64_t seed);

}  // namespace partita
