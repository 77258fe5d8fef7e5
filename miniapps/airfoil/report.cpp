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
  out += text("replays     ", r.replays, on_levels.empty() ? " of 1 schedule" : on_levels, "\n");
  out += text("time        ", time_of(r.seconds), r.before.empty() ? "" : " on the last mesh", ", ",
              time_of(r.step_seconds()), " a step\n");
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

using Json = nlohmann::ordered_json;

Json mesh_json(const Report& r) {
  Json json;
  json["first_step"] = r.first_step;
  json["steps"] = r.steps_here();
  json["vertices"] = r.vertices;
  json["levels"] = r.levels;
  json["adapt_seconds"] = r.adapt_seconds;
  json["carrying_seconds"] = r.carrying_seconds;
  json["mesh_seconds"] = r.mesh_seconds;
  json["partition_seconds"] = r.facts.partition_seconds;
  json["levels_seconds"] = r.levels_seconds;
  json["inspector_seconds"] = r.inspector_seconds;
  json["loops_inspector_seconds"] = r.loops_inspector_seconds;
  json["build_seconds"] = r.build_seconds;
  json["setup_seconds"] = r.setup_seconds;
  json["step_seconds"] = r.step_seconds();
  json["imbalance"] = r.imbalance;
  json["schedules_built"] = r.built;
  json["schedules_kept"] = r.kept;
  if (r.facts.imbalance_before == 0) return json;
  json["points_stay"] = r.facts.keeps_ranks;
  json["imbalance_before"] = r.facts.imbalance_before;
  json["adaptation_steps"] = r.adaptation_steps();
  json["repaid_after"] = r.adaptation_repaid_after();  // null: never
  return json;
}

}  // namespace

void write_json(const Report& r, const std::string& path) {
  Json nanoseconds;  // of processor time; other steps are more than their stages
  if (!r.options.implicit && r.levels.size() == 1)
    nanoseconds = 1e9 * r.step_seconds() * r.ranks / static_cast<double>(r.edges * std::ssize(stages));
  Json loops;
  for (const LoopReport& loop : r.loops) {
    loops[loop.name]["lanes"] = loop.lanes;
    if (loop.seconds > 0) loops[loop.name]["milliseconds"] = 1e3 * loop.seconds;  // 0: in kernels, not timed
  }
  Json boundaries = Json::array();
  for (const Boundary& boundary : r.facts.boundaries)
    if (boundary.faces > 0) {
      Json& json = boundaries.emplace_back();
      json["name"] = boundary.name;
      json["kind"] = name_of(boundary.kind);
      json["why"] = boundary.why;
      json["faces"] = boundary.faces;
    }
  Json meshes = Json::array();
  for (const Report& before : r.before) meshes.push_back(mesh_json(before));
  meshes.push_back(mesh_json(r));
  Json exchanges = Json::array();
  for (const ExchangeReport& exchange : r.exchanges) {
    Json& json = exchanges.emplace_back();
    json["level"] = exchange.level;
    json["fields"] = exchange.fields;
    json["messages_max"] = exchange.messages_max;
    json["units"] = exchange.units;
    json["replays_a_step"] = exchange.replays_a_step;
    json["reason"] = exchange.reason;
  }
  Json json;  // no lists of pairs: they take a second to compile
  json["mesh"]["name"] = name_of_mesh(r.options);
  json["mesh"]["dimension"] = r.dimension;
  json["mesh"]["vertices"] = r.vertices;
  json["mesh"]["edges"] = r.edges;
  json["mesh"]["cells"] = r.facts.cells;
  json["mesh"]["welded_points"] = r.facts.welded_points;
  json["mesh"]["boundaries"] = boundaries;
  json["remarks"] = r.facts.remarks;
  json["ranks"] = r.ranks;
  json["read_seconds"] = r.read_seconds;
  json["partition"]["method"] = method_of_partition(r.facts);
  json["partition"]["edges_cut"] = r.facts.edges_cut;
  json["partition"]["imbalance"] = r.imbalance;
  json["partition_seconds"] = r.facts.partition_seconds;
  json["setup_seconds"] = r.setup_seconds;
  json["memory_peak_bytes"] = r.memory_peak_bytes;
  json["pattern"]["messages_max"] = r.pattern.messages_max;
  json["pattern"]["messages_min"] = r.pattern.messages_min;
  json["pattern"]["messages_avg"] = r.pattern.messages_avg;
  json["pattern"]["length_max"] = r.pattern.length_max;
  json["pattern"]["length_min"] = r.pattern.length_min;
  json["pattern"]["length_avg"] = r.pattern.length_avg;
  json["schedule"]["algorithm"] = name_of(r.algorithm);
  json["schedule"]["protocol"] = name_of(r.protocol);
  json["schedule"]["phases"] = r.phases;
  json["schedule"]["lower_bound"] = r.pattern.lower_bound;
  json["schedule"]["build_seconds"] = r.build_seconds;
  json["schedule"]["built"] = r.built;
  json["schedule"]["loaded_from"] = r.options.load_schedule;
  json["schedule"]["reason"] = r.reason;
  json["schedule"]["plan"] = r.plan;
  json["schedule"]["replays"] = r.replays;
  json["exchanges"] = exchanges;
  json["inspector_seconds"] = r.inspector_seconds;
  json["loops_inspector_seconds"] = r.loops_inspector_seconds;
  json["repaid_in_step"] = r.repaid_in_step();
  json["step_seconds"] = r.step_seconds();
  json["nanoseconds_per_edge_and_stage"] = nanoseconds;
  json["vector_width"] = partita::loops::vector_width;
  json["loops"] = loops;
  json["mach"] = r.options.mach;
  json["alpha"] = r.options.alpha;
  json["far_field"] = r.vortex ? "vortex" : "characteristic";
  json[r.dimension == 2 ? "chord" : "area"] = r.reference;
  json["implicit"] = r.options.implicit;
  json["levels"] = r.levels;
  json["meshes"] = meshes;
  json["steps"] = r.steps;
  json["began_from"] = began_from(r.options);
  json["first_step"] = r.steps_before_run();
  json["checkpoints"]["file"] = r.options.checkpoint;
  json["checkpoints"]["written"] = r.checkpoints;
  json["checkpoints"]["seconds"] = r.checkpoint_seconds;
  json["converged"] = r.converged;
  json["stalled_steps"] = r.stalled_steps;
  json["shortened"]["vertices"] = r.shortened.vertices;
  json["shortened"]["stages"] = r.shortened.stages;
  json["residual_drop_orders"] = r.residual_drop_orders;
  json["lift_coefficient"] = r.lift;
  json["drag_coefficient"] = r.drag;
  json["state_hash"] = r.state_hash;
  json["history_hash"] = r.history_hash;
  write_whole(path, json.dump(2) + "\n");
}

}  // namespace partita::airfoil
