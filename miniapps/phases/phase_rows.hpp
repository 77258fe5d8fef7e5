#pragma once
/// \file One rank's phase table in print.

#include <string>

#include <partita/schedule/phase_table.hpp>

namespace partita::phases {

/// The fields of NICE's figure 8: a line for each phase of rank `rank` with the partner, length and offset of
/// what it sends and of what it receives, in units. A message of several pieces takes as many lines; of a
/// relayed piece, origin and target stand behind the partner: "5 (2>7)". Phases without either are left out.
std::string phase_rows(const PhaseTable& table, int rank);

}  // namespace partita::phases
