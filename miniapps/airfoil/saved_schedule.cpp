#include "saved_schedule.hpp"

#include <utility>

#include <partita/files/schedule_file.hpp>

namespace partita::airfoil {

Plan load_plan(const AccessPattern& pattern, const std::string& file, Protocol protocol) {
  LoadedTables loaded =
      load_schedule(pattern.communicator(), file, destination_vector(pattern), source_vector(pattern));
  return make_plan(pattern, {.schedule = loaded.options, .protocol = protocol}, std::move(loaded.tables));
}

void save_plan(const AccessPattern& pattern, const std::string& file, const Plan& plan,
               const ScheduleOptions& options) {
  save_schedule(pattern.communicator(), file, destination_vector(pattern), options,
                {plan.gather, plan.scatter});
}

}  // namespace partita::airfoil
