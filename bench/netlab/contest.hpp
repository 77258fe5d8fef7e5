#pragma once
/// \file Several plans for the same messages, replayed in turn: what does each take?
///
/// A round replays every plan once, in an order drawn anew; each replay begins with a barrier and takes as
/// long as its slowest rank. So whatever disturbs the network or the hosts for a while disturbs all alike.
/// What arrives is compared, word by word, with what was sent, which is new in every replay.

#include <vector>

#include <partita/executor/choice/choose.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/communicator.hpp>

#include "cell.hpp"

namespace partita::bench {

/// Seconds of one replay.
struct Times {
  double median;
  double worst;
};

/// A schedule of the whole machine, and how to replay it.
struct Contender {
  Way way;
  Schedule schedule;
};

/// By contender, from so many rounds, after one that does not count. Collective; the same on all ranks.
/// Throws CollectiveError when a word arrives that was not sent.
std::vector<Times> contest(const Communicator& comm, const Cell& cell,
                           const std::vector<Contender>& contenders, int rounds);

}  // namespace partita::bench
