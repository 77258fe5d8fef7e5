#pragma once
/// \file How long a plan's replay takes here and now.

#include <cstddef>

#include <partita/executor/plan.hpp>

namespace partita::detail {

/// Seconds of a gather with units of `unit_bytes`: the maximum over the ranks of the median of 15, each after
/// a barrier, and after three that do not count. Collective.
double dry_run(const MessageVectors& vectors, const Plan& plan, std::size_t unit_bytes);

}  // namespace partita::detail
