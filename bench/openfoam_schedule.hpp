#pragma once
/// \file The order of messages that OpenFOAM's users have with `commsType scheduled`, to measure beside ours.
///
/// The rule of its class commSchedule, in our words: phases are filled one after the other. The next message
/// of a phase is the one whose two ranks have most unscheduled messages, sends and receives together. It
/// occupies both ranks for the phase, so no rank sends and receives at once. All messages count as equally
/// long. Ties go to the first message, row by row.

#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule.hpp>

namespace partita {

/// The tables of all ranks. A rank of OpenFOAM makes its transfers one by one, by blocking calls: long
/// messages as in the protocol ready_signal. Not collective.
Schedule openfoam_schedule(const CommunicationMatrix& matrix);

/// No such schedule has fewer phases: the most messages that a rank sends and receives. Not collective.
int most_transfers(const CommunicationMatrix& matrix);

}  // namespace partita
