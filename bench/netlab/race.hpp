#pragma once
/// \file Whole runs of a program's replays by several plans, measured in turn.
///
/// A run is a number of replays, one right after the other as in a program, of an exchange that knows nothing
/// but the machine. So it includes what the race costs. Plans take turns in blocks of ten replays, in a new
/// random order each round. A block begins with a barrier and takes as long as its slowest rank. Every block
/// sends new values, and every word that arrives in its last replay is checked.
///
/// Fixed plans begin with three heats, in blocks of fewer replays if these take long. One that takes three
/// times as long as the best after its first block, twice after two, 1.3 times after three, ends there, and
/// so do all but the best four. In the finals their blocks, too, have ten replays, and only these count: of
/// two replays after a barrier, both find empty queues. If replays take long, finalists take part in some
/// rounds only, and the time of their whole run is that of the replays made, in proportion. The plan that
/// races makes all replays; if that would take more than three times the given seconds, it ends when it has
/// found one and made 150, and the rest counts as those since its race is over.

#include <string>
#include <vector>

#include <partita/executor/choosing/choose.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/support/communicator.hpp>

#include "bench/netlab/messages.hpp"

namespace partita::netlab {

struct RaceOptions {
  int replays = 300;    ///< of a whole run; a multiple of 10
  double seconds = 30;  ///< about as long as the fixed plans may take together, and the choice
};

/// Of one plan.
struct RunTime {
  double seconds;        ///< of a whole run
  double of_halves[2];   ///< the same by every other block: one half selects, the other judges
  int made;              ///< replays
  bool finished;         ///< no heat ended it
  Strategy first, last;  ///< before and after: what the race found
  std::string reason;    ///< for the last
};

/// Times of whole runs by plan. The first plan races its candidates, if it has several. Collective; the same
/// on all ranks.
/// @throws CollectiveError if a wrong word arrives
std::vector<RunTime> race(const MessageVectors& vectors, const Messages& messages,
                          const std::vector<Plan>& plans, const RaceOptions& options);

/// By its algorithm, protocol and window.
Strategy strategy_of(const Plan& plan);

}  // namespace partita::netlab
