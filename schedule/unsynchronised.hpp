#pragma once
/// \file What the links make of a schedule when nobody keeps step.
///
/// Bokhari 1991, section 4, figure 6: every rank sends its messages in the order of its table, one at a time,
/// the next as soon as it may. In each step the links are granted to the ranks in ascending order: who finds
/// a link of his route taken tries again in the next step. Receivers are not contended for. The naive
/// complete exchange takes 3n/2 - 2 steps on a hypercube of n nodes, where n - 1 would do.

#include <partita/schedule/schedule.hpp>

namespace partita {

/// The same messages, each in the step in which its route is granted; as many phases as there are steps. For
/// direct schedules: a relay would be made to forward what it does not have yet. No communication. Throws
/// Error when the machine has fewer nodes than there are ranks.
Schedule unsynchronised(const Schedule& schedule, const Machine& machine);

}  // namespace partita
