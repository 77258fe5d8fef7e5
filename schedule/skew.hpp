#pragma once
/// \file Drift: how far ranks may fall out of step before they meet on a link.
///
/// Bokhari 1991, section 4.2: nothing but their own clocks keeps ranks in step. If between two messages of
/// different ranks that share a link there are always at least g phases, then it does no harm when some ranks
/// run late by up to g - 1 phases, or, mirrored, early; some late and others early are further apart than any
/// of them from the schedule, so that only their distance may be up to g - 1. The stable complete exchange
/// has g = 2 on a hypercube: each link is used in even steps only or in odd ones only. As their number is
/// even that holds across replays, too. The linear and the pairwise exchange have g = 1 from 4 nodes on.

#include <partita/schedule/schedule.hpp>

namespace partita {

/// Phases that the slowest rank may lag behind the fastest without two messages of different ranks meeting on
/// a link: g - 1; -1 when they meet even in step. As many as there are phases when no two ranks share a link.
/// Messages of one rank never meet, since it sends one at a time. O(m l log(m l)) for m messages of l links.
/// Throws Error when the machine has fewer nodes than there are ranks.
int tolerated_skew(const Schedule& schedule, const Machine& machine);

}  // namespace partita
