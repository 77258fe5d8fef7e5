#pragma once
/// \file The causes of waits.
///
/// Each wait of a rank is due to a rank that was late, to the plan that held a message back, or to a message
/// in transit. The time of a message in transit has three parts: what the machine's model says of the message
/// alone; *queued*, at most as long as the messages that used the same ports meanwhile; and the rest, which is
/// the *link's*: it is slower than the model says. If most links are, the machine file is wrong, not they: all
/// are compared with the median link of their kind.

#include <string>
#include <vector>

#include <partita/profile/rank_profile.hpp>

namespace partita::detail {

struct Cause {
  enum class Kind { late_rank, link, queue, plan, messages, packing } kind;
  double seconds = 0;         ///< of the rank that loses most by it
  double saved = 0;           ///< seconds of the latest steps, by Counterfactual
  int loser = 0;              ///< that rank
  int rank = -1, other = -1;  ///< the late one; the link's two ends; the queue's receiver
  std::string name = {};      ///< the exchange or reduction where it loses most
};

/// A wait in transit, divided.
struct Transit {
  double alone = 0, queued = 0, link = 0;
};

struct Causes {
  std::vector<Cause> all;  ///< descending by seconds, or by what they save: see Counterfactual
  double slower_within = 1, slower_between = 1;  ///< median link over the model; 1: not known

  Transit divide(const MessageSums& sums, const Recorder& recorder) const;
};

Causes find_causes(const std::vector<RankProfile>& ranks, const Recorder& recorder);

}  // namespace partita::detail
