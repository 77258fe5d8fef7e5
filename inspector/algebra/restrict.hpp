#pragma once
/// \file Restrict: the part of an access pattern that some of its ghosts need.

#include <concepts>
#include <span>
#include <vector>

#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// The pattern with only the ghosts that are among `used`. They begin where those of `pattern` do and close
/// up; `renumbering(restricted, pattern)` gives their old places. Every rank chooses its own. Collective: one
/// sparse exchange tells owners the values that are still needed.
/// @param used local indices in any order, with repetitions; owned ones change nothing. So it may be the
/// index array of a part of the loop
/// @throws CollectiveError when an index in `used` is no value of the pattern
AccessPattern restrict_to(const AccessPattern& pattern, std::span<const local_index> used);

/// The same with the ghosts for which `keep(local index)` holds. Collective.
template <std::predicate<local_index> Keep>
AccessPattern restrict_to(const AccessPattern& pattern, Keep&& keep) {
  std::vector<local_index> used;
  for (local_index ghost = pattern.first_ghost(); ghost < pattern.local_size(); ++ghost)
    if (keep(ghost)) used.push_back(ghost);
  return restrict_to(pattern, std::span<const local_index>(used));
}

}  // namespace partita
