#pragma once
/// \file Renumbering: the places of one access pattern's values in an array laid out for others.

#include <span>
#include <vector>

#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// Stands for the room that a pattern leaves for the ghosts of others.
inline constexpr local_index no_value = -1;

/// New local index of each local index of `part`, in an array whose ghosts `layout` brings. Owned values keep
/// their places; a ghost takes its place in the first of the patterns that has it. So the index arrays of a
/// loop that was inspected alone fit `merge` or `subtract`. Not collective. O(log ghosts) per ghost.
/// @throws Error when none of the patterns has a ghost of `part`, or they are over other owned values
std::vector<local_index> renumbering(const AccessPattern& part, std::span<const AccessPattern> layout);
std::vector<local_index> renumbering(const AccessPattern& part, const AccessPattern& whole);

}  // namespace partita
