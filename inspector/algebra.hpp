#pragma once
/// \file The algebra of access patterns: merge, subtract, and the renumbering between them.
///
/// Owner and holder list values in the same ascending order. Unions and differences of lists are therefore
/// the same, in content and in order, at both ends: `merge` and `subtract` need no message. They are the
/// merged and the incremental schedules of PARTI: Das, Uysal, Saltz, Hwang, "Communication Optimizations for
/// Irregular Scientific Computations on Distributed Memory Architectures", Journal of Parallel and
/// Distributed Computing 22 (1994), 462-478.

#include <span>
#include <vector>

#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// The pattern that has the ghosts of both parts, each once, behind the owned values.
///
/// `renumbering(part, std::array{whole})` turns local indices of a part into local indices of the whole.
/// @param one, other patterns over the same values; every rank gives the same patterns in the same order
/// @return the merged pattern
/// @throws Error if the patterns are over different values
///
/// Not collective.
AccessPattern merge(const AccessPattern& one, const AccessPattern& other);

/// The pattern that has the ghosts of `wanted` that none of `brought` has.
///
/// The new ghosts lie behind all that was brought, so that one array serves all: owned values, the ghosts of
/// each of `brought`, the new ghosts.
///
///     const AccessPattern rest = subtract(wanted, brought);
///     const auto place = renumbering(wanted, std::array{brought, rest});
///     std::vector<double> q(rest.local_size());                // place[k]: where wanted's value k is in q
///     first.gather(std::span(q).first(brought.local_size()));  // Exchange first(brought)
///     second.gather(q);                                        // Exchange second(rest)
///
/// @param wanted the pattern of the loop
/// @param brought the patterns of the earlier gathers, each subtracted from those before it; every rank gives
///         the same patterns in the same order
/// @return the pattern of the difference
/// @throws Error if the patterns are over different values, or if two of `brought` overlap in the array
///
/// Not collective.
AccessPattern subtract(const AccessPattern& wanted, std::span<const AccessPattern> brought);

/// The same after one earlier gather. Not collective.
AccessPattern subtract(const AccessPattern& wanted, const AccessPattern& brought);

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

}  // namespace partita
