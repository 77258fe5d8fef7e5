#include "flow_planner.hpp"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/choosing/machine_here.hpp>
#include <partita/io/plan_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "miniapps/find_machine.hpp"

namespace partita::airfoil {
namespace {

// Gathered twice at every stage of a step: the flow, and its gradients.
constexpr double replays_a_step = 10;

// The machine named on the command line, else this one. A bare name has no costs, so it gets those of this
// machine.
Machine machine_of(const Options& options, const Communicator& comm) {
  const Machine here = machine_here(comm);
  if (options.machine.empty()) return here;
  return collectively(comm, [&] {
    Machine machine = find_machine(options.machine, comm.size());
    if (!names_a_file(options.machine)) machine.costs = here.costs;
    return machine;
  });
}

// The plan of a schedule that is loaded, given, or chosen.
Plan plan_for(const MessageVectors& vectors, const Options& options, double bytes_a_vertex,
              const PlanOptions& planning) {
  if (!options.load_schedule.empty()) {
    Plan plan = load_plan(vectors, options.load_schedule);
    if (!options.chooses_protocol) plan.way.protocol = planning.way.protocol;
    plan.transport = planning.transport;
    return plan;
  }
  if (!options.chooses_schedule) return make_plan(vectors, planning);
  ChoiceOptions choice{.schedule = planning.schedule,
                       .bytes_per_unit = bytes_a_vertex,
                       .replays = replays_a_step * static_cast<double>(options.steps)};
  if (!options.chooses_protocol) choice.protocol = planning.way.protocol.of_stage(0);
  Plan plan = choose_plan(vectors, choice);
  plan.transport = planning.transport;
  return plan;
}

// The one place that builds a schedule, or loads it instead.
Plan schedule(const MessageVectors& vectors, const Options& options, double bytes_a_vertex,
              const PlanOptions& planning, Report& report) {
  const Stopwatch building;
  Plan plan = plan_for(vectors, options, bytes_a_vertex, planning);
  report.build_seconds = max(vectors.communicator, building.seconds());
  report.loaded_from = options.load_schedule;
  report.built = options.load_schedule.empty();
  report.algorithm = plan.schedule.algorithm;
  report.protocol = plan.way.protocol;
  report.phases = plan.gather.phases;
  if (report.built) report.reason = plan.reason;
  if (!options.save_schedule.empty()) save_plan(vectors, options.save_schedule, plan);
  return plan;
}

}  // namespace

loops::Planner flow_planner(const Options& options, double bytes_a_vertex, Report& report,
                            const Communicator& comm) {
  PlanOptions planning = options.plan;
  planning.schedule.machine = machine_of(options, comm);
  Options of_coarse_levels = options;
  of_coarse_levels.load_schedule.clear();  // it is the finest level's
  const auto made = std::make_shared<std::optional<Plan>>();
  return
      [=, &options, &report](std::string_view fields, const MessageVectors& vectors, double bytes_per_unit) {
        if (fields.find(" of level ") != fields.npos)
          return plan_for(vectors, of_coarse_levels, bytes_per_unit, planning);
        if (fields != "q" && fields != "gradient" && fields != "w, residual")
          return choose_plan(vectors, bytes_per_unit);
        if (!*made) *made = schedule(vectors, options, bytes_a_vertex, planning, report);
        return **made;
      };
}

}  // namespace partita::airfoil
