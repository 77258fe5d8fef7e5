#pragma once
/// \file A schedule at a glance: who sends to whom, and when.

#include <string>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule.hpp>

namespace partita::phases {

/// An SVG file. Left, the matrix: sender down, receiver across, the colour of a cell is the phase of the
/// message; of one that travels in several phases, bands. Right, the phase table in the same colours: ranks
/// down, phases across, each as wide as its longest transfer, so that the whole is as wide as the sum of
/// longest transfers; in the upper half of a rank's row what it sends, in the lower what it receives, as long
/// as the message is. What stays grey is waiting. A dashed line stands where a schedule without any waiting
/// of the busiest rank would end, the lower bound; pictures of the same matrix have it in the same place,
/// unless one is so long that it is drawn to a smaller scale.
///
/// `what` is said of the messages under the title.
std::string picture(const Schedule& schedule, const CommunicationMatrix& matrix, const std::string& what);

}  // namespace partita::phases
