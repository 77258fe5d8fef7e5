#pragma once
/// \file How long a plan's replay takes here and now.

#include <cstddef>

#include <partita/executor/plan.hpp>
#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// Seconds of a gather of values of so many bytes: the maximum over the ranks of the median of 15, each after
/// a barrier, and after three that do not count. Collective.
double dry_run(const AccessPattern& pattern, const Plan& plan, std::size_t bytes_per_value);

}  // namespace partita
