#pragma once
/// \file Restrict: the part of an access pattern that some of its ghosts need.

#include <concepts>
#include <span>
#include <vector>

#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// The pattern whose ghosts are those of `pattern` that are among `used`: local indices, in any order, as
/// often as you like; owned ones change nothing. So `used` may be the index array of a part of the loop. The
/// new ghosts begin where those of `pattern` do and close up; `renumbering(restricted, pattern)` tells which
/// they are. Every rank chooses its own.
///
/// Collective: owners learn what is still wanted; one sparse exchange. Throws CollectiveError when `used`
/// holds what is no value of the pattern.
AccessPattern restrict_to(const AccessPattern& pattern, std::span<const local_index> used);

/// The same with the ghosts for which `keep(local index)` holds.
template <std::predicate<local_index> Keep>
AccessPattern restrict_to(const AccessPattern& pattern, Keep&& keep) {
  std::vector<local_index> used;
  for (local_index ghost = pattern.first_ghost(); ghost < pattern.local_size(); ++ghost)
    if (keep(ghost)) used.push_back(ghost);
  return restrict_to(pattern, std::span<const local_index>(used));
}

}  // namespace partita
