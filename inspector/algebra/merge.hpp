#pragma once
/// \file Merge: the access pattern of several loops together, so that one exchange serves all.
///
/// The owner and the ghosts' rank both list values in ascending order. The union of two lists is therefore
/// the same, in content and in order, at both ends, and no message is needed. Source: the merged schedules of
/// PARTI in Das, Uysal, Saltz, Hwang, "Communication Optimizations for Irregular Scientific Computations on
/// Distributed Memory Architectures", Journal of Parallel and Distributed Computing 22 (1994), 462-478.

#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// The pattern that has the ghosts of both parts, each once, behind the owned values.
///
/// `renumbering(part, whole)` turns local indices of a part into local indices of the whole.
/// @param one, other patterns over the same values; every rank gives the same patterns in the same order
/// @return the merged pattern
/// @throws Error if the patterns are over different values
///
/// Not collective.
AccessPattern merge(const AccessPattern& one, const AccessPattern& other);

}  // namespace partita
