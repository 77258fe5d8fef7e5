#pragma once
/// \file The one judge of schedules.

#include <optional>
#include <string>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule.hpp>

namespace partita {

/// Says what is wrong with a schedule of `matrix`, in one sentence; nothing when it is right. Follows
/// possession:
///
/// 1. every message is in the table of its sender and of its receiver, alike;
/// 2. each phase is a partial permutation: no rank sends twice or receives twice in it (not asked in any
///    phase of unordered algorithms, see `is_ordered`: of two_stage in neither stage if one is unordered);
/// 3. every unit leaves its origin, is carried only by a rank that has it, and reaches its target exactly
///    once;
/// 4. no link of `machine` is used twice in a phase (a crossbar has no links to share).
///
/// No communication. O(m log m) in the number of pieces. A machine with fewer nodes than there are ranks is
/// wrong, too.
std::optional<std::string> verify(const Schedule& schedule, const CommunicationMatrix& matrix,
                                  const Machine& machine = {});

}  // namespace partita
