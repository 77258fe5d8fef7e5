#pragma once
/// \file The causes of waits.
///
/// Each wait of a rank is due to a rank that was late, to the plan that held a message back, or to a message
/// in transit. The time of a message in transit has three parts: what the machine's model says of it *alone*;
/// *queued*, if others used the same ports meanwhile; and what the *link* takes beyond that. If all links
/// take longer than the model says, the machine file is wrong, not the links. If all messages in a crowd do,
/// the crowd is the cause. So links are compared with the usual one: that which a quarter of all do not
/// exceed.

#include <string>
#include <vector>

#include <partita/profile/delays.hpp>
#include <partita/profile/rank_profile.hpp>

namespace partita::detail {

struct Cause {
  enum class Kind { late_rank, link, links_of_host, queue, queues, plan, messages, packing } kind;
  double seconds = 0;         ///< of the rank that loses most by it
  double saved = 0;           ///< seconds of the latest steps, by Counterfactual
  int loser = 0;              ///< that rank
  int rank = -1, other = -1;  ///< the late one; the link's two ends; one of the host; the queue's receiver
  std::string name = {};      ///< the exchange or reduction where it loses most
};

/// A wait in transit, divided.
struct Transit {
  double alone = 0, queued = 0, link = 0;
};

struct Causes {
  std::vector<Delay> delays;  ///< the longest first
  std::vector<Cause> all;     ///< descending by seconds, or by what they save: see Counterfactual
  // The usual link over the model, of messages that travel alone: 1 if there are none. And of those in a
  // crowd.
  double slower_within = 1, slower_between = 1, crowded_between = 1;

  Transit divide(const MessageSums& sums, const Recorder& recorder) const;
};

Causes find_causes(const std::vector<RankProfile>& ranks, const Recorder& recorder);

}  // namespace partita::detail
