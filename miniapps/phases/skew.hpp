#pragma once
/// \file Skew: how far ranks may fall out of step before two of their messages share a link.
///
/// Bokhari 1991, section 4.2: only their own clocks keep ranks in step. Let g be the smallest distance, in
/// phases, between two messages of different ranks on the same link. Then the phases of two ranks may differ
/// by up to g - 1 without contention. The stable complete exchange has g = 2 on a hypercube: each link is
/// used in even steps only, or in odd steps only. The number of steps is even, so that holds across replays,
/// too. The linear and the pairwise exchange have g = 1 from 4 nodes on.

#include <partita/schedule/schedule.hpp>

namespace partita::detail {

/// Number of phases by which the slowest rank may lag behind the fastest before messages of different ranks
/// share a link. Messages of one rank do not count, because it sends one at a time. O(m log m + m l)
/// for m messages of l links.
///
/// @return g - 1; -1 if ranks share a link even in step; the number of phases if no two ranks share a link
/// @throws Error if the machine has fewer nodes than there are ranks
int tolerated_skew(const Schedule& schedule, const Machine& machine);

}  // namespace partita::detail
