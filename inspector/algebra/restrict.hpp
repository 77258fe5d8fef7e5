#pragma once
/// \file Restrict: the part of an access pattern that brings some of its ghosts.

#include <concepts>
#include <span>
#include <vector>

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

/// The same for the ghosts for which `keep(local index)` is true. Collective.
template <std::predicate<local_index> Keep>
AccessPattern restrict_to(const AccessPattern& pattern, Keep&& keep) {
  std::vector<local_index> used;
  for (local_index ghost = pattern.first_ghost(); ghost < pattern.local_size(); ++ghost)
    if (keep(ghost)) used.push_back(ghost);
  return restrict_to(pattern, std::span<const local_index>(used));
}

}  // namespace partita
