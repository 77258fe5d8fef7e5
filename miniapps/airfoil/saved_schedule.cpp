#include "saved_schedule.hpp"

#include <utility>

#include <partita/io/schedule_file.hpp>

namespace partita::airfoil {

Plan load_plan(const MessageVectors& vectors, const std::string& file, PlanOptions options) {
  LoadedTables loaded = load_schedule(vectors.communicator, file, vectors.destinations, vectors.sources);
  options.schedule = loaded.options;
  return make_plan(vectors, options, std::move(loaded.tables));
}

void save_plan(const MessageVectors& vectors, const std::string& file, const Plan& plan,
               const ScheduleOptions& options) {
  save_schedule(vectors.communicator, file, vectors.destinations, options, {plan.gather, plan.scatter});
}

}  // namespace partita::airfoil
