#pragma once
/// \file Optimal colouring: exactly as many phases as the busiest rank has messages.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita {

/// The phase table of every rank.
std::vector<PhaseTable> colouring(const CommunicationMatrix& matrix);

}  // namespace partita
