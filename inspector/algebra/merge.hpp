#pragma once
/// \file Merge: the access pattern of several loops together, so that one exchange serves all.
///
/// Owners and holders of ghosts list their values ascending. So the unions of two loops' lists at both ends
/// are equal in content and order, and no message is needed. Merged schedules are PARTI's: Das, Uysal, Saltz,
/// Hwang, "Communication Optimizations for Irregular Scientific Computations on Distributed Memory
/// Architectures", Journal of Parallel and Distributed Computing 22 (1994), 462-478.

#include <span>

#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// The pattern with the ghosts of all `parts` (one or more), each once, behind the owned values. Local
/// indices of a part become those of the whole by `renumbering(part, whole)`. Not collective, but every rank
/// must merge the same patterns. @throws Error when they are over different values.
AccessPattern merge(std::span<const AccessPattern> parts);
AccessPattern merge(const AccessPattern& one, const AccessPattern& other);

}  // namespace partita
