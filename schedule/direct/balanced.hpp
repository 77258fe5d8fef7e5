#pragma once
/// \file Balanced: messages split so that the phases together are no longer than the busiest rank is busy.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/schedule_options.hpp>

namespace partita {

/// The phase table of every rank.
std::vector<PhaseTable> balanced(const CommunicationMatrix& matrix, const Splitting& splitting);

}  // namespace partita
