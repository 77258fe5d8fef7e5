#pragma once
/// \file Node-aware exchange: one message from host to host.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita {

/// The phase table of every rank.
std::vector<PhaseTable> node_aware(const CommunicationMatrix& matrix, int ranks_per_host);

}  // namespace partita
