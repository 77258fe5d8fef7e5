#include "report.hpp"

#include <algorithm>
#include <filesystem>
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

namespace {

std::string name_of_mesh(const Options& options) {
  return options.mesh.empty() ? "NACA " + options.naca.digits
                              : std::filesystem::path(options.mesh).filename().string();
}

std::string_view method_of_partition(const MeshFacts& facts) {
  return facts.keeps_ranks ? "that of the mesh before"
                           : spelling_in<mesh::PartitionMethod>(mesh::partition_methods, facts.partition);
}

std::string began_from(const Options& options) { return options.restart + options.initial_flow; }

}  // namespace

std::string summary(const Report& r) {
  std::string out;
  const PatternStatistics& p = r.pattern;
  const MeshFacts& facts = r.facts;
  const std::string& loaded_from = r.options.load_schedule;
  out += text("mesh        ", name_of_mesh(r.options), ": ", r.vertices, " vertices, ", r.edges, " edges, ",
              facts.cells, " cells");
  if (facts.welded_points > 0) out += text(" (", facts.welded_points, " coincident points welded)");
  out += text(", ", r.options.mesh.empty() ? "generated" : "read", " in ", time_of(r.read_seconds), "\n");
  out += text("boundary    ", in_words(facts.boundaries), "\n");
  for (const std::string& remark : facts.remarks) out += text("remark      ", remark, "\n");
  out += text("partition   ", method_of_partition(facts), " in ", time_of(facts.partition_seconds), ": ",
              r.ranks, r.ranks == 1 ? " rank, " : " ranks, ", facts.edges_cut, " edges cut (");
  out += formatted("%.2f %%), largest part %.3f of the mean\n",
                   100.0 * static_cast<double>(facts.edges_cut) / static_cast<double>(r.edges), r.imbalance);
  out += text("pattern     messages a rank ", p.messages_max, "/", p.messages_min, "/",
              formatted("%.3g", p.messages_avg), ", length ", p.length_max, "/", p.length_min, "/",
              formatted("%.0f", p.length_avg), " vertices (max/min/avg)\n");
  out += text("schedule    ", name_of(r.algorithm), " by ", name_of(r.protocol), ", ", r.phases,
              r.phases == 1 ? " phase" : " phases", ", lower bound ", p.lower_bound, ", ");
  if (!loaded_from.empty()) out += "loaded from " + loaded_from;
  if (r.built > 0) out += text(loaded_from.empty() ? "" : ", ", r.built, " built");
  if (r.kept > 0) out += text(r.built > 0 ? ", " : "", r.kept, " kept");
  out += text(" in ", time_of(r.build_seconds), " (inspector ", time_of(r.inspector_seconds), ")\n");
  if (r.steps_here() > 0) {
    const double once = r.loops_inspector_seconds + r.build_seconds,
                 steps = std::ceil(once / r.step_seconds());
    out += text("repaid      in step ", r.repaid_in_step(),
                " against inspecting in every step; inspector and schedule take ", time_of(once),
                formatted(", as long as %.0f step%s\n", steps, steps == 1 ? "" : "s"));
  }
  if (!r.reason.empty()) out += "chosen      " + r.reason + "\n";
  std::istringstream lines(r.plan);
  for (std::string line; std::getline(lines, line);)
    if (const auto raced = line.find("; rac"); raced != std::string::npos)
      out += text("exchange    ", line.substr(raced + 2), "\n");
  const std::string on_levels = r.levels.size() == 1 ? "" : text(" on ", r.levels.size(), " levels");
  out += text("replays     ", r.replays, on_levels.empty() ? " of 1 schedule" : on_levels, ", ",
              time_of(r.exchange_seconds_per_replay), " each\n");
  out += text("time        ", time_of(r.seconds), r.before.empty() ? "" : " on the last mesh", ", ",
              time_of(r.step_seconds()), " a step: ");
  out += formatted("%.1f %% computing, %.1f %% exchanging, %.1f %% waiting\n", 100 * r.computing,
                   100 * r.exchanging, 100 * r.waiting);
  out +=
      formatted("memory      %.0f MB at most on a rank; ", 1e-6 * static_cast<double>(r.memory_peak_bytes));
  out += text(time_of(r.setup_seconds), " from mesh to first step\n");
  for (std::size_t k = 1; k <= r.before.size(); ++k) {
    const Report& mesh = k < r.before.size() ? r.before[k] : r;
    const double steps = std::ceil(mesh.adaptation_steps());
    out += text("adapted     at step ", mesh.first_step, " from ", r.before[k - 1].vertices, " to ",
                mesh.vertices, " vertices in ", time_of(mesh.adaptation_seconds()));
    out += formatted(", as long as %.0f step%s there", steps, steps == 1 ? "" : "s");
    if (const double repaid = std::ceil(mesh.adaptation_repaid_after()); std::isfinite(repaid))
      out += formatted(", repaid after %.0f against all cells divided", repaid);
    if (r.ranks > 1)
      out += formatted(mesh.facts.keeps_ranks
                           ? "; points stay on their ranks, the largest part is %.3f of the mean"
                           : "; partitioned again, the largest part was %.3f of the mean",
                       mesh.facts.imbalance_before);
    out += "\n";
  }
  if (const std::string from = began_from(r.options); !from.empty())
    out += text("begun       at step ", r.steps_before_run(), " from ", from, "\n");
  if (r.checkpoints > 0)
    out += text("checkpoint  ", r.options.checkpoint, ", ", r.checkpoints, " written in ",
                time_of(r.checkpoint_seconds / r.checkpoints), " each\n");
  out += formatted("residual    down %.2f orders in ", r.residual_drop_orders);
  out += text(r.steps, r.options.implicit ? " implicit" : "", r.steps == 1 ? " step" : " steps", on_levels,
              r.stalled_steps > 0                       ? " (stalled)"
              : !r.converged                            ? " (not converged: give more --steps)"
              : r.residual_drop_orders < r.options.drop ? " (what is left is rounding)"
                                                        : "",
              "\n");
  if (r.stalled_steps > 0)
    out +=
        text("stalled     for ", r.stalled_steps,
             " steps, which come no closer to a steady flow on this mesh; lift and drag are their means\n");
  if (r.shortened.vertices > 0)
    out += text("shortened   up to ", r.shortened.stages, " stages at ", r.shortened.vertices,
                " vertices, to leave gas there\n");
  out += formatted("Mach %g, %g degrees, far field %s", r.options.mach, r.options.alpha,
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
                                 {"partition_seconds", r.facts.partition_seconds},
                                 {"levels_seconds", r.levels_seconds},
                                 {"inspector_seconds", r.inspector_seconds},
                                 {"loops_inspector_seconds", r.loops_inspector_seconds},
                                 {"build_seconds", r.build_seconds},
                                 {"setup_seconds", r.setup_seconds},
                                 {"step_seconds", r.step_seconds()},
                                 {"imbalance", r.imbalance},
                                 {"schedules_built", r.built},
                                 {"schedules_kept", r.kept}};
  if (r.facts.imbalance_before == 0) return json;
  json["points_stay"] = r.facts.keeps_ranks;
  json["imbalance_before"] = r.facts.imbalance_before;
  json["adaptation_steps"] = r.adaptation_steps();
  json["repaid_after"] = r.adaptation_repaid_after();  // null: never
  return json;
}

}  // namespace

void write_json(const Report& r, const std::string& path) {
  nlohmann::ordered_json nanoseconds;  // of processor time; other steps are more than their stages
  if (!r.options.implicit && r.levels.size() == 1)
    nanoseconds = 1e9 * r.step_seconds() * r.ranks / static_cast<double>(r.edges * std::ssize(stages));
  nlohmann::ordered_json loops;
  for (const LoopReport& loop : r.loops)
    loops[loop.name] = {{"milliseconds", 1e3 * loop.seconds}, {"lanes", loop.lanes}};
  nlohmann::ordered_json boundaries = nlohmann::ordered_json::array();
  for (const Boundary& boundary : r.facts.boundaries)
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
       {{"name", name_of_mesh(r.options)},
        {"dimension", r.dimension},
        {"vertices", r.vertices},
        {"edges", r.edges},
        {"cells", r.facts.cells},
        {"welded_points", r.facts.welded_points},
        {"boundaries", boundaries}}},
      {"remarks", r.facts.remarks},
      {"ranks", r.ranks},
      {"read_seconds", r.read_seconds},
      {"partition",
       {{"method", method_of_partition(r.facts)},
        {"edges_cut", r.facts.edges_cut},
        {"imbalance", r.imbalance}}},
      {"partition_seconds", r.facts.partition_seconds},
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
        {"loaded_from", r.options.load_schedule},
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
      {"mach", r.options.mach},
      {"alpha", r.options.alpha},
      {"far_field", r.vortex ? "vortex" : "characteristic"},
      {r.dimension == 2 ? "chord" : "area", r.reference},
      {"implicit", r.options.implicit},
      {"levels", r.levels},
      {"meshes", meshes},
      {"steps", r.steps},
      {"began_from", began_from(r.options)},
      {"first_step", r.steps_before_run()},
      {"checkpoints",
       {{"file", r.options.checkpoint}, {"written", r.checkpoints}, {"seconds", r.checkpoint_seconds}}},
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
