#pragma once
/// \file Unified multiphase exchange: standard exchange over some dimensions, direct over the rest.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita {

/// The phase table of every rank.
std::vector<PhaseTable> multiphase(const CommunicationMatrix& matrix, int standard_dimensions);

}  // namespace partita
