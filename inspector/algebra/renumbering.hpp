#pragma once
/// \file Renumbering: the places of one access pattern's values in an array laid out for others.

#include <span>
#include <vector>

#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// The entry of a renumbering for room that a pattern leaves for the ghosts of other patterns.
inline constexpr local_index no_value = -1;

/// The new local index of each local index of `part`, in an array that `layout` fills.
///
/// Owned values stay where they are. If several patterns have a ghost, its place is that of the first of
/// them. With the result, the index arrays of a loop that was inspected alone fit `merge` or `subtract`.
/// O(log ghosts) a ghost.
/// @param part the pattern to renumber
/// @param layout the patterns whose ghosts lie in the array, over the same values as `part`
/// @return part.local_size() local indices, `no_value` for room
/// @throws Error if no pattern of `layout` has a ghost of `part`, or if the patterns are over different
///         values
///
/// Not collective.
std::vector<local_index> renumbering(const AccessPattern& part, std::span<const AccessPattern> layout);

/// The same if one pattern fills the array. Not collective.
std::vector<local_index> renumbering(const AccessPattern& part, const AccessPattern& whole);

}  // namespace partita
