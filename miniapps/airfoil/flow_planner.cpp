#include "flow_planner.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
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

/// The level of fields that a step exchanges, 1 the finest; 0: they are exchanged once.
int level_of(std::string_view fields) {
  if (fields == "q" || fields == "gradient" || fields == "w, residual") return 1;
  constexpr std::string_view words = " of level ";
  const auto at = fields.find(words);
  int level = 0;
  if (at != fields.npos)
    std::from_chars(fields.data() + at + words.size(), fields.data() + fields.size(), level);
  return level;
}

/// Whether each evaluation of a residual exchanges them; others go between levels, or are of the mesh.
bool is_of_evaluations(std::string_view fields) {
  return level_of(fields) == 1 || fields.starts_with("q of ");
}

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
Plan plan_for(const MessageVectors& vectors, const Options& options, double bytes_a_unit, long replays_a_step,
              const PlanOptions& planning) {
  if (!options.load_schedule.empty()) {
    Plan plan = load_plan(vectors, options.load_schedule);
    if (!options.chooses_protocol) plan.way.protocol = planning.way.protocol;
    plan.transport = planning.transport;
    return plan;
  }
  if (!options.chooses_schedule) return make_plan(vectors, planning);
  ChoiceOptions choice{.schedule = planning.schedule,
                       .bytes_per_unit = bytes_a_unit,
                       .replays = static_cast<double>(replays_a_step) * static_cast<double>(options.steps)};
  if (!options.chooses_protocol) choice.protocol = planning.way.protocol.of_stage(0);
  Plan plan = choose_plan(vectors, choice);
  plan.transport = planning.transport;
  return plan;
}

// The one place that builds a schedule of a step, or loads it instead.
Plan schedule(const MessageVectors& vectors, std::string_view fields, const Options& options,
              double bytes_a_unit, long replays_a_step, const PlanOptions& planning, Report& report) {
  const Communicator& comm = vectors.communicator;
  const Stopwatch building;
  Plan plan = plan_for(vectors, options, bytes_a_unit, replays_a_step, planning);
  report.build_seconds += max(comm, building.seconds());
  if (!is_of_evaluations(fields)) return plan;
  if (options.load_schedule.empty()) ++report.built;
  int messages = 0;
  global_index units = 0;
  for (const auto& [to, length] : vectors.destinations) ++messages, units += length;
  report.exchanges.push_back(
      {level_of(fields), std::string(fields), max(comm, messages), sum(comm, units), replays_a_step,
       plan.reason.empty() ? text(name_of(plan.schedule.algorithm), " by ", name_of(plan.way.protocol))
                           : plan.reason});
  std::ranges::sort(report.exchanges, {}, &ExchangeReport::level);
  return plan;
}

}  // namespace

loops::Planner flow_planner(const Options& options, double bytes_a_vertex,
                            const std::function<long(int)>& evaluations_a_step, Report& report,
                            const Communicator& comm) {
  PlanOptions planning = options.plan;
  planning.schedule.machine = machine_of(options, comm);
  Options of_coarse_levels = options;
  of_coarse_levels.load_schedule.clear();  // it is the finest level's
  const auto made = std::make_shared<std::optional<Plan>>();
  return [=, &options, &report](std::string_view fields, const MessageVectors& vectors,
                                double bytes_per_unit) {
    const int level = level_of(fields);
    if (level == 0) return choose_plan(vectors, bytes_per_unit);
    if (level > 1)
      return schedule(vectors, fields, of_coarse_levels, bytes_per_unit, evaluations_a_step(level), planning,
                      report);
    if (!*made) {
      *made = schedule(vectors, fields, options, bytes_a_vertex, 2 * evaluations_a_step(1), planning, report);
      if (!options.save_schedule.empty()) save_plan(vectors, options.save_schedule, **made);
      report.loaded_from = options.load_schedule;
      report.algorithm = (*made)->schedule.algorithm;
      report.protocol = (*made)->way.protocol;
      report.phases = (*made)->gather.phases;
      if (options.load_schedule.empty()) report.reason = (*made)->reason;
    }
    return **made;
  };
}

}  // namespace partita::airfoil
