#pragma once
/// \file Times several strategies of replaying the same messages, in turn.
///
/// A round replays every strategy once, in a new random order. Each replay begins with a barrier and takes as
/// long as its slowest rank. So a disturbance of the network or the hosts affects all alike. Every replay
/// sends new values, and every received word is checked.

#include <string>
#include <vector>

#include <partita/executor/choosing/choose.hpp>
#include <partita/executor/plan/transport.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/communicator.hpp>

#include "bench/netlab/messages.hpp"

namespace partita::netlab {

/// Seconds of one replay.
struct Times {
  double median;
  double worst;
  double median_of_half[2];  ///< of every other round: one half selects, the other judges
};

/// A schedule of the whole machine, and how to replay it.
struct Contender {
  Strategy strategy;
  Schedule schedule;
  std::string order = {};  ///< of a schedule that none of our algorithms makes
};

/// Duration: short replays are disturbed more, so they are repeated more often.
struct Patience {
  int rounds = 20;      ///< at least, and at most ten times as many
  double seconds = 10;  ///< during which more rounds start
};

/// Times by contender, after two warm-up rounds. Collective; the result is the same on all ranks. Throws
/// CollectiveError if a wrong word arrives.
std::vector<Times> contest(const Communicator& comm, const Messages& messages,
                           const std::vector<Contender>& contenders, Transport transport,
                           const Patience& patience);

}  // namespace partita::netlab
