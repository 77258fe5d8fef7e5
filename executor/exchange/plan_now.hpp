#pragma once
/// \file The plan that an exchange replays now, and what its race has found.

#include <partita/executor/plan/plan.hpp>
#include <partita/executor/replay/replays.hpp>

namespace partita::detail {

/// The plan with the candidate that is replayed now; its reason says what the race has found. If gathers and
/// scatters differ, that of the direction with more replays. Not collective, but the same on every rank.
///
/// @param scatter  may be null
Plan plan_now(const Plan& plan, const Replays& gather, const Replays* scatter);

/// Whether a race of these replays goes on, and whether one was decided.
inline bool is_racing(const Replays& replays) {
  return replays.race() != nullptr && replays.race()->is_racing();
}
inline bool has_decided(const Replays& replays) {
  return replays.race() != nullptr && replays.race()->decided_after() > 0;
}

}  // namespace partita::detail
