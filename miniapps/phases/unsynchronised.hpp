#pragma once
/// \file The steps of a schedule if ranks do not wait for phases.
///
/// Bokhari 1991, section 4, figure 6: every rank sends its messages in the order of its table, one at a time,
/// each as early as its links allow. In each step the links go to the ranks in ascending order. A rank that
/// finds a link of its route taken tries again in the next step. Receivers take any number of messages. The
/// naive complete exchange takes 3n/2 - 2 steps on a hypercube of n nodes, where n - 1 are enough.

#include <partita/schedule/schedule.hpp>

namespace partita::detail {

/// Moves each message to the step in which its route is free.
///
/// @param schedule a direct one: a relay would forward units before they arrive
/// @return the same messages, with a phase for each step
/// @throws Error if the machine has fewer nodes than there are ranks
Schedule unsynchronised(const Schedule& schedule, const Machine& machine);

}  // namespace partita::detail
