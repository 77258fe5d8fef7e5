#pragma once
/// \file One rank's phase table in print.

#include <string>

#include <partita/schedule/phase_table.hpp>

namespace partita::phases {

/// The fields of NICE's figure 8: one line per phase of rank `rank`, with partner, length and offset of
/// the message it sends and of the one it receives, in units. A message of several pieces takes one line per
/// piece. A relayed piece shows origin and target after the partner: "5 (2>7)". Phases without messages are
/// left out.
std::string phase_rows(const PhaseTable& table, int rank);

}  // namespace partita::phases
