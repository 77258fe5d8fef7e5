#pragma once
/// \file A schedule as a picture: the partners and the phases of its messages.

#include <span>
#include <string>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule.hpp>

namespace partita::phases {

/// SVG files of several schedules of one matrix, on pages of one width.
///
/// The matrix is on the left: sender down, receiver across. The colour of a cell is the phase of the message;
/// a message that travels in several phases has bands. The phase table is on the right, in the same colours:
/// ranks down, phases across. Each phase is as wide as its longest transfer, so that the total width is the
/// sum of longest transfers. The upper half of a rank's row shows its sends, the lower half its receives,
/// each as long as the message. Grey is waiting. A dashed line marks the lower bound: the end of a schedule
/// in which the busiest rank never waits.
///
/// All have the same scale, except those that take more than four times the bound beside shorter ones. These
/// get their own scale, which their remark says.
///
/// `what` describes the messages under the title.
std::vector<std::string> pictures(std::span<const Schedule* const> schedules,
                                  const CommunicationMatrix& matrix, const std::string& what);

}  // namespace partita::phases
