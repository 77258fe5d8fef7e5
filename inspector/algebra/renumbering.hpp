#pragma once
/// \file Renumbering: where the values of one access pattern lie in an array laid out for others.

#include <span>
#include <vector>

#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// What a renumbering says of the room that a pattern leaves for the ghosts of others.
inline constexpr local_index no_value = -1;

/// New local index of each local index of `part`, in an array whose ghosts `layout` brings: owned values stay
/// where they are; a ghost is where the first of the patterns that has it puts it. With it, the index arrays
/// of a loop that was inspected alone come to fit `merge` or `subtract`. O(log ghosts) a ghost. Not
/// collective. Throws Error when none of the patterns has a ghost of `part`, or when they are over other
/// owned values.
std::vector<local_index> renumbering(const AccessPattern& part, std::span<const AccessPattern> layout);
std::vector<local_index> renumbering(const AccessPattern& part, const AccessPattern& whole);

}  // namespace partita
