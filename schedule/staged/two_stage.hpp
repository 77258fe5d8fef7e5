#pragma once
/// \file Two-stage exchange with bounded traffic.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/staged/direct_scheduler.hpp>

namespace partita {

/// The phase table of every rank.
std::vector<PhaseTable> two_stage(const CommunicationMatrix& matrix, const DirectScheduler& first,
                                  const DirectScheduler& second, std::uint64_t seed);

}  // namespace partita
