#pragma once
/// \file Restrict: the part of an access pattern that brings some of its ghosts.

#include <span>

#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// The pattern that has only the ghosts of `pattern` that are in `used`.
///
/// The index array of a part of the loop can serve as `used`. The new ghosts begin where those of `pattern`
/// do, and close up; `renumbering(restricted, pattern)` gives their old places. One sparse exchange tells the
/// owners which values are still needed.
/// @param pattern the pattern to restrict
/// @param used local indices in `pattern`, in any order, repeated or not; owned values have no effect. Each
///         rank gives its own.
/// @return the restricted pattern
/// @throws CollectiveError if an entry of `used` is no value of `pattern`
///
/// Collective.
AccessPattern restrict_to(const AccessPattern& pattern, std::span<const local_index> used);

}  // namespace partita
