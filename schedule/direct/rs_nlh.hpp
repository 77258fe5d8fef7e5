#pragma once
/// \file RS_NLH, RS_NL with large messages cut to the size of a phase.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita {

/// The phase table of every rank.
std::vector<PhaseTable> rs_nlh(const CommunicationMatrix& matrix, const Machine& machine, std::uint64_t seed);

}  // namespace partita
