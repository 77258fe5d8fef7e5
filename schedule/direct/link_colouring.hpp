#pragma once
/// \file Link-aware colouring: few phases, no link used twice in one.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita {

/// The phase table of every rank.
std::vector<PhaseTable> link_colouring(const CommunicationMatrix& matrix, const Machine& machine,
                                       std::uint64_t seed);

}  // namespace partita
