#pragma once
/// \file How good a schedule is, beside the bound that no schedule undercuts.

#include <cstdint>
#include <span>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita {

/// Sum over the phases of the longest transfer: the time of a replay whose phases follow one another, if a
/// unit takes a unit of time. Several messages of one rank in a phase (AC, naive) count as their sum.
///
/// @param tables by rank, all with the same number of phases
/// @return units
///
/// Not collective.
Units longest_sum(std::span<const PhaseTable> tables);

/// No direct schedule has a smaller `longest_sum`: the units that the busiest rank sends, or receives.
///
/// @return units
///
/// Not collective.
Units longest_sum_bound(const CommunicationMatrix& matrix);

/// Counts how often a link carries another message besides its first in a phase.
///
/// @param tables by rank
/// @return 0 if the schedule is free of link contention
/// @throws Error if the machine has fewer nodes than there are ranks
///
/// Not collective.
std::int64_t link_conflicts(std::span<const PhaseTable> tables, const Machine& machine);

/// Share of the messages between two ranks that pass one another in the same phase.
///
/// @param tables by rank
/// @return 0 to 1; 0 without messages
///
/// Not collective.
double share_of_exchanges(std::span<const PhaseTable> tables);

}  // namespace partita
