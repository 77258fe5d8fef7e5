#pragma once
/// \file Whole lives of a pattern by several plans, measured in turn: from its messages to the last replay.
///
/// A life makes the plan, with the choice if there is one, makes its replays, and replays them so many times
/// in a row, in blocks of ten. Each begins with a barrier, and takes as long as its slowest rank. The plans
/// take turns, in a new random order each round. Every life sends new values, and every word that arrives in
/// its last replay is checked.
///
/// A life that has lasted too long, but has made ten replays and does not race, ends. Those that it has not
/// made count as much as those since its race.

#include <functional>
#include <vector>

#include "bench/netlab/race.hpp"

namespace partita::netlab {

/// @param make  makes a plan each; every rank the same
/// @param options  replays of a life; about as many seconds as all lives may take, but two of each plan are
///   measured at least
/// @return means by plan; of_halves: of every other round. Collective; the same on all ranks
/// @throws CollectiveError if a wrong word arrives
std::vector<RunTime> lives(const MessageVectors& vectors, std::size_t bytes_per_unit,
                           const std::vector<std::function<Plan()>>& make, const RaceOptions& options);

}  // namespace partita::netlab
