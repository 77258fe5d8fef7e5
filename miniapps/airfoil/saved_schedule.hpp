#pragma once
/// \file Schedules that outlive a run. Without parallel HDF5, `no_saved_schedule.cpp` says so in their place.

#include <string>

#include <partita/executor/plan.hpp>
#include <partita/inspector/access_pattern.hpp>

namespace partita::airfoil {

/// The plan of a schedule that `save_plan` wrote on the same mesh and number of ranks, with all other options
/// as given. Collective. Throws CollectiveError when the file is refused.
Plan load_plan(const AccessPattern& pattern, const std::string& file, PlanOptions options);

/// Writes the schedule of a plan made with these options. Collective. Throws CollectiveError when the file
/// cannot be written.
void save_plan(const AccessPattern& pattern, const std::string& file, const Plan& plan,
               const ScheduleOptions& options);

}  // namespace partita::airfoil
