#pragma once
/// \file Schedules whose ranks fall out of step.
///
/// Skew (Bokhari 1991, section 4.2): only their own clocks keep ranks in step. Let g be the smallest
/// distance, in phases, between two messages of different ranks on the same link. Then the phases of two
/// ranks may differ by up to g - 1 without contention. The stable complete exchange has g = 2 on a hypercube:
/// each link is used in even steps only, or in odd steps only. The number of steps is even, so that holds
/// across replays, too. The linear and the pairwise exchange have g = 1 from 4 nodes on.
///
/// Without phases (section 4, figure 6): every rank sends its messages in the order of its table, one at a
/// time, each as early as its links allow. In each step the links go to the ranks in ascending order. A rank
/// that finds a link of its route taken tries again in the next step. Receivers take any number of messages.
/// The naive complete exchange takes 3n/2 - 2 steps on a hypercube of n nodes, where n - 1 are enough.

#include <partita/schedule/schedule.hpp>

namespace partita::detail {

/// Number of phases by which the slowest rank may lag behind the fastest before messages of different ranks
/// share a link. Messages of one rank do not count, because it sends one at a time. O(m log m + m l)
/// for m messages of l links.
///
/// @return g - 1; -1 if ranks share a link even in step; the number of phases if no two ranks share a link
/// @throws Error if the machine has fewer nodes than there are ranks
int tolerated_skew(const Schedule& schedule, const Machine& machine);

/// Moves each message to the step in which its route is free.
///
/// @param schedule a direct one: a relay would forward units before they arrive
/// @return the same messages, with a phase for each step
/// @throws Error if the machine has fewer nodes than there are ranks
Schedule unsynchronised(const Schedule& schedule, const Machine& machine);

}  // namespace partita::detail
