#pragma once
/// \file RS_NL, randomised scheduling avoiding node and link contention.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita {

/// The phase table of every rank.
std::vector<PhaseTable> rs_nl(const CommunicationMatrix& matrix, const Machine& machine, std::uint64_t seed);

}  // namespace partita
