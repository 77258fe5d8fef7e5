#pragma once
/// \file The replays of a plan: one, or a race with the plan's rivals.

#include <cstddef>
#include <string>

#include <partita/executor/plan.hpp>
#include <partita/executor/replay/director.hpp>
#include <partita/executor/replay/make_replay.hpp>

namespace partita::detail {

/// Collective. See make_replay.
DirectedReplay make_directed_replay(const MessageVectors& vectors, const Plan& plan, Direction direction,
                                    std::size_t unit_bytes, const std::string& name);

/// The plan that is replayed now; its reason says what the race has found. If gathers and scatters differ,
/// that of the direction with more replays. It has no rivals. Not collective, but the same on every rank.
///
/// @param scatter  may be null
Plan plan_now(const Plan& plan, const DirectedReplay& gather, const DirectedReplay* scatter);

/// Whether a race of these replays goes on, and whether one was decided.
bool is_racing(const DirectedReplay& replays);
bool has_decided(const DirectedReplay& replays);

}  // namespace partita::detail
