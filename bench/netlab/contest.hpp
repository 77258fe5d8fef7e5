#pragma once
/// \file Several strategies to replay the same messages, in turn: what does each take?
///
/// A round replays every strategy once, in an order drawn anew; each replay begins with a barrier and takes
/// as long as its slowest rank. So whatever disturbs the network or the hosts for a while disturbs all alike.
/// What arrives is compared, word by word, with what was sent, which is new in every replay.

#include <vector>

#include <partita/executor/choice/choose.hpp>
#include <partita/executor/transport.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/communicator.hpp>

#include "bench/netlab/messages.hpp"

namespace partita::netlab {

/// Seconds of one replay.
struct Times {
  double median;
  double worst;
  double
      median_of_half[2];  ///< of every other round: so that what is picked by one half is judged by the other
};

/// A schedule of the whole machine, and how to replay it.
struct Contender {
  Strategy strategy;
  Schedule schedule;
};

/// How long to go on: short replays are disturbed more, and repeated more often.
struct Patience {
  int rounds = 20;      ///< at least, and ten times as many at most
  double seconds = 10;  ///< in which more rounds are begun
};

/// By contender, after two rounds that do not count. Collective; the same on all ranks. Throws
/// CollectiveError when a word arrives that was not sent.
std::vector<Times> contest(const Communicator& comm, const Messages& messages,
                           const std::vector<Contender>& contenders, Transport transport,
                           const Patience& patience);

}  // namespace partita::netlab
