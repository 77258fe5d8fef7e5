#include "saved_schedule.hpp"

#include <utility>

#include <partita/io/schedule_file.hpp>

namespace partita::airfoil {

Plan load_plan(const AccessPattern& pattern, const std::string& file, PlanOptions options) {
  LoadedTables loaded =
      load_schedule(pattern.communicator(), file, destination_vector(pattern), source_vector(pattern));
  options.schedule = loaded.options;
  return make_plan(pattern, options, std::move(loaded.tables));
}

void save_plan(const AccessPattern& pattern, const std::string& file, const Plan& plan,
               const ScheduleOptions& options) {
  save_schedule(pattern.communicator(), file, destination_vector(pattern), options,
                {plan.gather, plan.scatter});
}

}  // namespace partita::airfoil
