#pragma once
/// \file A schedule at a glance: who sends to whom, and when.

#include <span>
#include <string>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule.hpp>

namespace partita::phases {

/// SVG files of several schedules of one matrix, on pages of one width. Left, the matrix: sender down,
/// receiver across, the colour of a cell is the phase of the message; of one that travels in several phases,
/// bands. Right, the phase table in the same colours: ranks down, phases across, each as wide as its longest
/// transfer, so that the whole is as wide as the sum of longest transfers; in the upper half of a rank's row
/// what it sends, in the lower what it receives, as long as the message is. What stays grey is waiting. A
/// dashed line stands where a schedule without any waiting of the busiest rank would end, the lower bound.
///
/// All are to the same scale, but for those that take more than four times the bound: where there are shorter
/// ones, which they would make too small to see, they get a scale of their own and say so.
///
/// `what` is said of the messages under the title.
std::vector<std::string> pictures(std::span<const Schedule* const> schedules,
                                  const CommunicationMatrix& matrix, const std::string& what);

}  // namespace partita::phases
