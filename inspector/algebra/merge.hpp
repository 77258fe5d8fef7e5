#pragma once
/// \file Merge: the access pattern of several loops together, so that one exchange serves all.
///
/// Each owner and each holder of ghosts know their values ascending. The union of the lists that two loops
/// have at one end is therefore, in content and in order, the union of the lists at the other end: nothing
/// has to be said. Merged schedules are PARTI's: Das, Uysal, Saltz, Hwang, "Communication Optimizations for
/// Irregular Scientific Computations on Distributed Memory Architectures", Journal of Parallel and
/// Distributed Computing 22 (1994), 462-478.

#include <span>

#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// The pattern whose ghosts are those of all `parts` (one or more), each once, behind the owned values. Local
/// indices of a part become those of the whole by `renumbering(part, whole)`. Needs no communication; not
/// collective, but every rank must merge the same patterns. Throws Error when they are over different values.
AccessPattern merge(std::span<const AccessPattern> parts);
AccessPattern merge(const AccessPattern& one, const AccessPattern& other);

}  // namespace partita
