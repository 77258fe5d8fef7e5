#pragma once
/// \file The phase tables of a schedule of whole messages, from the phase of each.

#include <span>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// The phase table of every rank when message k of the matrix, counted row by row, is sent whole in
/// phase_of[k]. O(m log d) for m messages, d of a rank.
std::vector<PhaseTable> tables_in_phases(const CommunicationMatrix& matrix, std::span<const int> phase_of,
                                         int phases);

}  // namespace partita::detail
