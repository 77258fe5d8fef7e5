#pragma once
/// \file Schedules saved for later runs. Without parallel HDF5, `no_saved_schedule.cpp` reports that in their
/// place.

#include <string>

#include <partita/executor/plan.hpp>

namespace partita::airfoil {

/// Loads the plan of a schedule that `save_plan` wrote for the same mesh and number of ranks; other options
/// as given. Collective. Throws CollectiveError if the file is refused.
Plan load_plan(const MessageVectors& vectors, const std::string& file, PlanOptions options);

/// Writes the schedule of a plan made with these options. Collective. Throws CollectiveError if the file
/// cannot be written.
void save_plan(const MessageVectors& vectors, const std::string& file, const Plan& plan,
               const ScheduleOptions& options);

}  // namespace partita::airfoil
