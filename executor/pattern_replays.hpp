#pragma once
/// \file The two replays of an access pattern's plan.

#include <partita/executor/plan.hpp>
#include <partita/executor/replay.hpp>
#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// A gather sends from packed owned values, neighbour by neighbour, ascending, and receives into ghosts, in
/// local order. A scatter sends from ghosts and receives into packed owned values. A unit is a value.
struct PatternReplays {
  Replay gather;
  Replay scatter;
  bool in_one_piece;  ///< every message is sent from, and received into, one piece of memory; none is relayed
};

/// Collective. Throws CollectiveError when the plan is for another pattern, or its messages are not those of
/// the pattern.
PatternReplays make_replays(const AccessPattern& pattern, const Plan& plan);

/// How many owned values are packed: each as often as there are neighbours that need it.
std::size_t packed_values(const AccessPattern& pattern);

}  // namespace partita
