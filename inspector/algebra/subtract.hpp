#pragma once
/// \file Subtract: the values that a loop needs and earlier gathers have not brought.
///
/// As in `merge`, both ends have the same lists in the same order, so that their differences agree and no
/// message is needed. Source: the incremental schedules of PARTI in Das, Uysal, Saltz, Hwang, "Communication
/// Optimizations for Irregular Scientific Computations on Distributed Memory Architectures", Journal of
/// Parallel and Distributed Computing 22 (1994), 462-478.

#include <span>

#include <partita/inspector/access_pattern.hpp>

namespace partita {

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

}  // namespace partita
