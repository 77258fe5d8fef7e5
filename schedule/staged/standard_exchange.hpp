#pragma once
/// \file Standard exchange: log n steps, every rank relays for every other.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita {

/// The phase table of every rank.
std::vector<PhaseTable> standard_exchange(const CommunicationMatrix& matrix);

}  // namespace partita
