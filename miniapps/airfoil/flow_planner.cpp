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

}  // namespace

FlowPlanner::FlowPlanner(const Options& options, const Communicator& comm)
    : options_(options), planning_(options.plan) {
  planning_.schedule.machine = machine_of(options, comm);
}

// Of a schedule that is loaded, given, or chosen.
Plan FlowPlanner::plan_for(const MessageVectors& vectors, const Wanted& wanted) const {
  if (!options_.load_schedule.empty() && wanted.level == 1) {
    Plan plan = load_plan(vectors, options_.load_schedule);
    if (!options_.chooses_protocol) plan.best().way.protocol = planning_.way.protocol;
    plan.transport = planning_.transport;
    return plan;
  }
  if (!options_.chooses_schedule) return make_plan(vectors, planning_);
  ChoiceOptions choice{
      .schedule = planning_.schedule,
      .bytes_per_unit = wanted.bytes_a_unit,
      .replays = static_cast<double>(wanted.replays_a_step) * static_cast<double>(wanted.steps)};
  if (!options_.chooses_protocol) choice.protocol = planning_.way.protocol.of_stage(0);
  Plan plan = choose_plan(vectors, choice);
  plan.transport = planning_.transport;
  return plan;
}

// The one place that builds a schedule of a step, loads it, or keeps that of the mesh before.
Plan FlowPlanner::schedule(const MessageVectors& vectors, const Wanted& wanted, Report& report) {
  const Communicator& comm = vectors.communicator;
  const Stopwatch building;
  const auto before = made_.find(wanted.fields);
  const bool is_same = before != made_.end() && before->second.pattern == vectors.fingerprint;
  const bool is_kept = min(comm, is_same ? 1 : 0) == 1;
  if (!is_kept) made_.insert_or_assign(wanted.fields, plan_for(vectors, wanted));
  Plan plan = made_.at(wanted.fields);
  report.build_seconds += max(comm, building.seconds());
  if (!is_of_evaluations(wanted.fields)) return plan;
  if (is_kept)
    ++report.kept;
  else if (options_.load_schedule.empty() || wanted.level > 1)
    ++report.built;
  int messages = 0;
  global_index units = 0;
  for (const auto& [to, length] : vectors.destinations) ++messages, units += length;
  report.exchanges.push_back({wanted.level, wanted.fields, max(comm, messages), sum(comm, units),
                              wanted.replays_a_step,
                              plan.reason.empty() ? name_of(plan.strategy()) : plan.reason});
  std::ranges::sort(report.exchanges, {}, &ExchangeReport::level);
  return plan;
}

loops::Planner FlowPlanner::on_mesh(const StepExchanges& exchanges, const Course& course, Report& report) {
  const auto of_finest = std::make_shared<std::optional<Plan>>();
  return [=, this, &course, &report](std::string_view fields, const MessageVectors& vectors,
                                     double bytes_per_unit) {
    const int level = level_of(fields);
    if (level == 0)
      return choose_plan(vectors,
                         {.schedule = planning_.schedule, .bytes_per_unit = bytes_per_unit, .replays = 1});
    Wanted wanted{std::string(fields), level, bytes_per_unit, exchanges.evaluations_a_step(level),
                  std::max(1L, options_.steps - course.steps)};
    if (level > 1) return schedule(vectors, wanted, report);
    if (!*of_finest) {
      wanted.bytes_a_unit = exchanges.bytes_a_vertex;
      wanted.replays_a_step *= 2;
      const Plan& plan = of_finest->emplace(schedule(vectors, wanted, report));
      if (!options_.save_schedule.empty()) save_plan(vectors, options_.save_schedule, plan);
      const auto& [scheduled, way, tables] = plan.best();
      report.algorithm = scheduled.algorithm;
      report.protocol = way.protocol;
      report.phases = tables.forward.phases;
      if (options_.load_schedule.empty()) report.reason = plan.reason;
    }
    return **of_finest;
  };
}

}  // namespace partita::airfoil
