#include "report.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <sstream>

#include <nlohmann/json.hpp>

#include <partita/loops/lanes.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/duration.hpp>
#include <partita/support/reduce.hpp>

#include "miniapps/formatted.hpp"
#include "runge_kutta.hpp"

namespace partita::airfoil {

PatternStatistics statistics_of(const AccessPattern& pattern) {
  const Communicator& comm = pattern.communicator();
  const int messages = static_cast<int>(pattern.needed_by().size());
  const int received = static_cast<int>(pattern.ghost_runs().size());
  global_index units = 0, longest = 0, shortest = std::numeric_limits<global_index>::max();
  for (const NeededBy& neighbour : pattern.needed_by()) {
    const auto length = static_cast<global_index>(neighbour.owned.size());
    units += length;
    longest = std::max(longest, length);
    shortest = std::min(shortest, length);
  }

  PatternStatistics s;
  const int all_messages = sum(comm, messages);
  s.messages_max = max(comm, messages);
  s.messages_min = min(comm, messages);
  s.messages_avg = static_cast<double>(all_messages) / comm.size();
  s.length_max = max(comm, longest);
  s.length_min = min(comm, shortest);
  s.length_avg = static_cast<double>(sum(comm, units)) / std::max(1, all_messages);
  if (all_messages == 0) s.length_min = 0;
  s.lower_bound = max(comm, std::max(messages, received));
  return s;
}

std::string exchanges_in_words(const Report& r) {
  std::string out = "exchanges of a step\n";
  for (const ExchangeReport& e : r.exchanges)
    out += text("  level ", e.level, ", ", e.fields, ": ", e.replays_a_step, " replays, at most ",
                e.messages_max, e.messages_max == 1 ? " message" : " messages", " from a rank, ", e.units,
                " units in all\n    ", e.reason, "\n");
  return out;
}

std::string summary(const Report& r) {
  std::string out;
  const PatternStatistics& p = r.pattern;
  out += formatted("mesh        %s: %lld vertices, %lld edges, %lld cells", r.mesh_name.c_str(),
                   static_cast<long long>(r.vertices), static_cast<long long>(r.edges),
                   static_cast<long long>(r.cells));
  if (r.welded_points > 0)
    out += formatted(" (%lld coincident points welded)", static_cast<long long>(r.welded_points));
  out += formatted(", %s in %s\n", r.is_generated ? "generated" : "read", time_of(r.read_seconds).c_str());
  out += text("boundary    ", in_words(r.boundaries), "\n");
  for (const std::string& remark : r.remarks) out += text("remark      ", remark, "\n");
  out +=
      formatted("partition   %s in %s: %d rank%s, %lld edges cut (%.2f %%), largest part %.3f of the mean\n",
                r.partition.c_str(), time_of(r.partition_seconds).c_str(), r.ranks, r.ranks == 1 ? "" : "s",
                static_cast<long long>(r.edges_cut),
                100.0 * static_cast<double>(r.edges_cut) / static_cast<double>(r.edges), r.imbalance);
  out += formatted("pattern     messages a rank %d/%d/%.3g, length %lld/%lld/%.0f vertices (max/min/avg)\n",
                   p.messages_max, p.messages_min, p.messages_avg, static_cast<long long>(p.length_max),
                   static_cast<long long>(p.length_min), p.length_avg);
  out += formatted("schedule    %s by %s, %d phase%s, lower bound %d, ",
                   std::string(name_of(r.algorithm)).c_str(), std::string(name_of(r.protocol)).c_str(),
                   r.phases, r.phases == 1 ? "" : "s", p.lower_bound);
  if (!r.loaded_from.empty()) out += "loaded from " + r.loaded_from;
  if (r.built > 0) out += text(r.loaded_from.empty() ? "" : ", ", r.built, " built");
  if (r.kept > 0) out += text(r.built > 0 ? ", " : "", r.kept, " kept");
  out += formatted(" in %s (inspector %s)\n", time_of(r.build_seconds).c_str(),
                   time_of(r.inspector_seconds).c_str());
  if (r.steps_here() > 0) {
    const double once = r.loops_inspector_seconds + r.build_seconds,
                 steps = std::ceil(once / r.step_seconds());
    out += formatted(
        "repaid      in step %ld against inspecting in every step; inspector and schedule take %s, as long "
        "as "
        "%.0f step%s\n",
        r.repaid_in_step(), time_of(once).c_str(), steps, steps == 1 ? "" : "s");
  }
  if (!r.reason.empty()) out += "chosen      " + r.reason + "\n";
  std::istringstream lines(r.plan);
  for (std::string line; std::getline(lines, line);)
    if (const auto raced = line.find("; rac"); raced != std::string::npos)
      out += text("exchange    ", line.substr(raced + 2), "\n");
  out += formatted("replays     %ld %s, %s each\n", r.replays,
                   r.levels.size() == 1 ? "of 1 schedule" : text("on ", r.levels.size(), " levels").c_str(),
                   time_of(r.exchange_seconds_per_replay).c_str());
  out += formatted("time        %s%s, %s a step: %.1f %% computing, %.1f %% exchanging, %.1f %% waiting\n",
                   time_of(r.seconds).c_str(), r.before.empty() ? "" : " on the last mesh",
                   time_of(r.step_seconds()).c_str(), 100 * r.computing, 100 * r.exchanging, 100 * r.waiting);
  out += formatted("memory      %.0f MB at most on a rank; %s from mesh to first step\n",
                   1e-6 * static_cast<double>(r.memory_peak_bytes), time_of(r.setup_seconds).c_str());
  for (std::size_t k = 1; k <= r.before.size(); ++k) {
    const Report& mesh = k < r.before.size() ? r.before[k] : r;
    const double steps = std::ceil(mesh.adaptation_steps());
    out += formatted("adapted     at step %ld from %lld to %lld vertices in %s, as long as %.0f step%s there",
                     mesh.first_step, static_cast<long long>(r.before[k - 1].vertices),
                     static_cast<long long>(mesh.vertices), time_of(mesh.adaptation_seconds()).c_str(), steps,
                     steps == 1 ? "" : "s");
    if (const double repaid = std::ceil(mesh.adaptation_repaid_after()); std::isfinite(repaid))
      out += formatted(", repaid after %.0f against all cells divided", repaid);
    if (r.ranks > 1)
      out += formatted(mesh.keeps_ranks ? "; points stay on their ranks, the largest part is %.3f of the mean"
                                        : "; partitioned again, the largest part was %.3f of the mean",
                       mesh.imbalance_before);
    out += "\n";
  }
  if (!r.began_from.empty())
    out += text("begun       at step ", r.steps_before_run(), " from ", r.began_from, "\n");
  if (r.checkpoints > 0)
    out += text("checkpoint  ", r.checkpoint, ", ", r.checkpoints, " written in ",
                time_of(r.checkpoint_seconds / r.checkpoints), " each\n");
  out += formatted("residual    down %.2f orders in %ld %sstep%s%s%s\n", r.residual_drop_orders, r.steps,
                   r.implicit ? "implicit " : "", r.steps == 1 ? "" : "s",
                   r.levels.size() == 1 ? "" : text(" on ", r.levels.size(), " levels").c_str(),
                   r.stalled_steps > 0                             ? " (stalled)"
                   : !r.converged                                  ? " (not converged: give more --steps)"
                   : r.residual_drop_orders < r.wanted_drop_orders ? " (what is left is rounding)"
                                                                   : "");
  if (r.stalled_steps > 0)
    out += formatted(
        "stalled     for %ld steps, which come no closer to a steady flow on this mesh; lift and drag are "
        "their means\n",
        r.stalled_steps);
  if (r.shortened.vertices > 0)
    out += formatted("shortened   up to %ld stages at %lld vertices, to leave gas there\n",
                     r.shortened.stages, static_cast<long long>(r.shortened.vertices));
  out += formatted("Mach %g, %g degrees, far field %s", r.mach, r.alpha,
                   r.vortex ? "with vortex" : "without vortex");
  if (r.dimension == 3) out += formatted(", wing of area %.6g", r.reference);
  out += formatted("\nlift        %.6f\ndrag        %.6f\n", r.lift, r.drag);
  return out;
}

namespace {

nlohmann::ordered_json mesh_json(const Report& r) {
  nlohmann::ordered_json json = {{"first_step", r.first_step},
                                 {"steps", r.steps_here()},
                                 {"vertices", r.vertices},
                                 {"levels", r.levels},
                                 {"adapt_seconds", r.adapt_seconds},
                                 {"carrying_seconds", r.carrying_seconds},
                                 {"mesh_seconds", r.mesh_seconds},
                                 {"partition_seconds", r.partition_seconds},
                                 {"levels_seconds", r.levels_seconds},
                                 {"inspector_seconds", r.inspector_seconds},
                                 {"loops_inspector_seconds", r.loops_inspector_seconds},
                                 {"build_seconds", r.build_seconds},
                                 {"setup_seconds", r.setup_seconds},
                                 {"step_seconds", r.step_seconds()},
                                 {"imbalance", r.imbalance},
                                 {"schedules_built", r.built},
                                 {"schedules_kept", r.kept}};
  if (r.imbalance_before == 0) return json;
  json["points_stay"] = r.keeps_ranks;
  json["imbalance_before"] = r.imbalance_before;
  json["adaptation_steps"] = r.adaptation_steps();
  json["repaid_after"] = r.adaptation_repaid_after();  // null: never
  return json;
}

}  // namespace

void write_json(const Report& r, const std::string& path) {
  nlohmann::ordered_json nanoseconds;  // of processor time; other steps are more than their stages
  if (!r.implicit && r.levels.size() == 1)
    nanoseconds = 1e9 * r.step_seconds() * r.ranks / static_cast<double>(r.edges * std::ssize(stages));
  nlohmann::ordered_json loops;
  for (const LoopReport& loop : r.loops)
    loops[loop.name] = {{"milliseconds", 1e3 * loop.seconds}, {"lanes", loop.lanes}};
  nlohmann::ordered_json boundaries = nlohmann::ordered_json::array();
  for (const Boundary& boundary : r.boundaries)
    if (boundary.faces > 0)
      boundaries.push_back({{"name", boundary.name},
                            {"kind", name_of(boundary.kind)},
                            {"why", boundary.why},
                            {"faces", boundary.faces}});
  nlohmann::ordered_json meshes = nlohmann::ordered_json::array();
  for (const Report& before : r.before) meshes.push_back(mesh_json(before));
  meshes.push_back(mesh_json(r));
  nlohmann::ordered_json exchanges = nlohmann::ordered_json::array();
  for (const ExchangeReport& exchange : r.exchanges)
    exchanges.push_back({{"level", exchange.level},
                         {"fields", exchange.fields},
                         {"messages_max", exchange.messages_max},
                         {"units", exchange.units},
                         {"replays_a_step", exchange.replays_a_step},
                         {"reason", exchange.reason}});
  const nlohmann::ordered_json json = {
      {"mesh",
       {{"name", r.mesh_name},
        {"dimension", r.dimension},
        {"vertices", r.vertices},
        {"edges", r.edges},
        {"cells", r.cells},
        {"welded_points", r.welded_points},
        {"boundaries", boundaries}}},
      {"remarks", r.remarks},
      {"ranks", r.ranks},
      {"read_seconds", r.read_seconds},
      {"partition", {{"method", r.partition}, {"edges_cut", r.edges_cut}, {"imbalance", r.imbalance}}},
      {"partition_seconds", r.partition_seconds},
      {"setup_seconds", r.setup_seconds},
      {"memory_peak_bytes", r.memory_peak_bytes},
      {"pattern",
       {{"messages_max", r.pattern.messages_max},
        {"messages_min", r.pattern.messages_min},
        {"messages_avg", r.pattern.messages_avg},
        {"length_max", r.pattern.length_max},
        {"length_min", r.pattern.length_min},
        {"length_avg", r.pattern.length_avg}}},
      {"schedule",
       {{"algorithm", name_of(r.algorithm)},
        {"protocol", name_of(r.protocol)},
        {"phases", r.phases},
        {"lower_bound", r.pattern.lower_bound},
        {"build_seconds", r.build_seconds},
        {"built", r.built},
        {"loaded_from", r.loaded_from},
        {"reason", r.reason},
        {"plan", r.plan},
        {"replays", r.replays}}},
      {"exchanges", exchanges},
      {"inspector_seconds", r.inspector_seconds},
      {"loops_inspector_seconds", r.loops_inspector_seconds},
      {"repaid_in_step", r.repaid_in_step()},
      {"exchange_seconds_per_replay", r.exchange_seconds_per_replay},
      {"step_seconds", r.step_seconds()},
      {"nanoseconds_per_edge_and_stage", nanoseconds},
      {"vector_width", partita::loops::vector_width},
      {"loops", loops},
      {"share_of_time", {{"computing", r.computing}, {"exchanging", r.exchanging}, {"waiting", r.waiting}}},
      {"mach", r.mach},
      {"alpha", r.alpha},
      {"far_field", r.vortex ? "vortex" : "characteristic"},
      {r.dimension == 2 ? "chord" : "area", r.reference},
      {"implicit", r.implicit},
      {"levels", r.levels},
      {"meshes", meshes},
      {"steps", r.steps},
      {"began_from", r.began_from},
      {"first_step", r.steps_before_run()},
      {"checkpoints",
       {{"file", r.checkpoint}, {"written", r.checkpoints}, {"seconds", r.checkpoint_seconds}}},
      {"converged", r.converged},
      {"stalled_steps", r.stalled_steps},
      {"shortened", {{"vertices", r.shortened.vertices}, {"stages", r.shortened.stages}}},
      {"residual_drop_orders", r.residual_drop_orders},
      {"lift_coefficient", r.lift},
      {"drag_coefficient", r.drag},
      {"state_hash", r.state_hash},
      {"history_hash", r.history_hash}};
  write_whole(path, json.dump(2) + "\n");
}

}  // namespace partita::airfoil
