#pragma once
/// \file The two replays of an access pattern's plan.

#include <vector>

#include <partita/executor/plan.hpp>
#include <partita/executor/replay/replay.hpp>
#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// A gather sends from `needed_values` and receives into ghosts, in local order. A scatter sends from ghosts
/// and receives into `needed_values`. A unit is a value.
struct PatternReplays {
  Replay gather;
  Replay scatter;
};

/// Collective. Throws CollectiveError when the plan is for another pattern, or its messages are not those of
/// the pattern.
PatternReplays make_replays(const AccessPattern& pattern, const Plan& plan);

/// True when every message of this rank leaves from, or arrives in, one piece of its own buffers: with these
/// it does nothing but send and receive.
bool in_one_piece(const AccessPattern& pattern, const Plan& plan);

/// The owned value that each unit of the gather's messages is, by its local index: for neighbour after
/// neighbour the values that it needs.
std::vector<local_index> needed_values(const AccessPattern& pattern);

}  // namespace partita
