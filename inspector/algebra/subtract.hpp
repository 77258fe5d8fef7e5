#pragma once
/// \file Subtract: only the ghosts that a loop needs and earlier gathers have not brought.
///
/// The incremental schedules of PARTI: Das, Uysal, Saltz, Hwang, "Communication Optimizations for Irregular
/// Scientific Computations on Distributed Memory Architectures", Journal of Parallel and Distributed
/// Computing 22 (1994), 462-478. As with `merge`, both ends have the same lists in the same order, and the
/// same differences: no message is needed.

#include <span>

#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// The pattern with the ghosts of `wanted` that none of `brought` has. They lie behind the ghosts of
/// `brought`, so one array serves all: owned values, the ghosts of each of `brought`, the new ones.
///
///     const AccessPattern rest = subtract(wanted, brought);
///     const auto place = renumbering(wanted, std::array{brought, rest});
///     std::vector<double> q(rest.local_size());                // place[k]: where wanted's value k is in q
///     first.gather(std::span(q).first(brought.local_size()));  // Exchange first(brought)
///     second.gather(q);                                        // Exchange second(rest)
///
/// Several `brought` lie one behind the other, each subtracted from those before it. Not collective, but
/// every rank must subtract the same patterns. @throws Error when the patterns are over different values, or
/// two of `brought` overlap in the array.
AccessPattern subtract(const AccessPattern& wanted, std::span<const AccessPattern> brought);
AccessPattern subtract(const AccessPattern& wanted, const AccessPattern& brought);

}  // namespace partita
