#include "report.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <iterator>
#include <limits>
#include <sstream>

#include <nlohmann/json.hpp>

#include <partita/loops/lanes.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/duration.hpp>
#include <partita/support/reduce.hpp>

#include "runge_kutta.hpp"

namespace partita::airfoil {

namespace {

[[gnu::format(printf, 2, 3)]] void print(std::string& out, const char* format, ...) {
  char line[256];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  out += line;
}

}  // namespace

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
  print(out, "mesh        %s: %lld vertices, %lld edges, %lld cells", r.mesh_name.c_str(),
        static_cast<long long>(r.vertices), static_cast<long long>(r.edges), static_cast<long long>(r.cells));
  if (r.welded_points > 0)
    print(out, " (%lld coincident points welded)", static_cast<long long>(r.welded_points));
  print(out, ", %s in %s\n", r.is_generated ? "generated" : "read", time_of(r.read_seconds).c_str());
  out += text("boundary    ", in_words(r.boundaries), "\n");
  for (const std::string& remark : r.remarks) out += text("remark      ", remark, "\n");
  print(out, "partition   %s in %s: %d rank%s, %lld edges cut (%.2f %%), largest part %.3f of the mean\n",
        r.partition.c_str(), time_of(r.partition_seconds).c_str(), r.ranks, r.ranks == 1 ? "" : "s",
        static_cast<long long>(r.edges_cut),
        100.0 * static_cast<double>(r.edges_cut) / static_cast<double>(r.edges), r.imbalance);
  print(out, "pattern     messages a rank %d/%d/%.3g, length %lld/%lld/%.0f vertices (max/min/avg)\n",
        p.messages_max, p.messages_min, p.messages_avg, static_cast<long long>(p.length_max),
        static_cast<long long>(p.length_min), p.length_avg);
  print(out, "schedule    %s by %s, %d phase%s, lower bound %d, ", std::string(name_of(r.algorithm)).c_str(),
        std::string(name_of(r.protocol)).c_str(), r.phases, r.phases == 1 ? "" : "s", p.lower_bound);
  if (!r.loaded_from.empty()) out += "loaded from " + r.loaded_from;
  if (r.built > 0) out += text(r.loaded_from.empty() ? "" : ", ", r.built, " built");
  if (r.kept > 0) out += text(r.built > 0 ? ", " : "", r.kept, " kept");
  print(out, " in %s (inspector %s)\n", time_of(r.build_seconds).c_str(),
        time_of(r.inspector_seconds).c_str());
  if (r.steps_here() > 0) {
    const double once = r.loops_inspector_seconds + r.build_seconds,
                 steps = std::ceil(once / r.step_seconds());
    print(out,
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
  print(out, "replays     %ld %s, %s each\n", r.replays,
        r.levels.size() == 1 ? "of 1 schedule" : text("on ", r.levels.size(), " levels").c_str(),
        time_of(r.exchange_seconds_per_replay).c_str());
  print(out, "time        %s%s, %s a step: %.1f %% computing, %.1f %% exchanging, %.1f %% waiting\n",
        time_of(r.seconds).c_str(), r.before.empty() ? "" : " on the last mesh",
        time_of(r.step_seconds()).c_str(), 100 * r.computing, 100 * r.exchanging, 100 * r.waiting);
  print(out, "memory      %.0f MB at most on a rank; %s from mesh to first step\n",
        1e-6 * static_cast<double>(r.memory_peak_bytes), time_of(r.setup_seconds).c_str());
  for (std::size_t k = 1; k <= r.before.size(); ++k) {
    const Report& mesh = k < r.before.size() ? r.before[k] : r;
    const double steps = std::ceil(mesh.adaptation_steps());
    print(out, "adapted     at step %ld from %lld to %lld vertices in %s, as long as %.0f step%s there",
          mesh.first_step, static_cast<long long>(r.before[k - 1].vertices),
          static_cast<long long>(mesh.vertices), time_of(mesh.adaptation_seconds()).c_str(), steps,
          steps == 1 ? "" : "s");
    if (const double repaid = std::ceil(mesh.adaptation_repaid_after()); std::isfinite(repaid))
      print(out, ", repaid after %.0f against all cells divided", repaid);
    if (r.ranks > 1)
      print(out,
            mesh.keeps_ranks ? "; points stay on their ranks, the largest part is %.3f of the mean"
                             : "; partitioned again, the largest part was %.3f of the mean",
            mesh.imbalance_before);
    out += "\n";
  }
  if (!r.began_from.empty())
    out += text("begun       at step ", r.steps_before_run(), " from ", r.began_from, "\n");
  if (r.checkpoints > 0)
    out += text("checkpoint  ", r.checkpoint, ", ", r.checkpoints, " written in ",
                time_of(r.checkpoint_seconds / r.checkpoints), " each\n");
  print(out, "residual    down %.2f orders in %ld %sstep%s%s%s\n", r.residual_drop_orders, r.steps,
        r.implicit ? "implicit " : "", r.steps == 1 ? "" : "s",
        r.levels.size() == 1 ? "" : text(" on ", r.levels.size(), " levels").c_str(),
        r.stalled_steps > 0                             ? " (stalled)"
        : !r.converged                                  ? " (not converged: give more --steps)"
        : r.residual_drop_orders < r.wanted_drop_orders ? " (what is left is rounding)"
                                                        : "");
  if (r.stalled_steps > 0)
    print(out,
          "stalled     for %ld steps, which come no closer to a steady flow on this mesh; lift and drag are "
          "their means\n",
          r.stalled_steps);
  if (r.shortened.vertices > 0)
    print(out, "shortened   up to %ld stages at %lld vertices, to leave gas there\n", r.shortened.stages,
          static_cast<long long>(r.shortened.vertices));
  print(out, "Mach %g, %g degrees, far field %s", r.mach, r.alpha,
        r.vortex ? "with vortex" : "without vortex");
  if (r.dimension == 3) print(out, ", wing of area %.6g", r.reference);
  print(out, "\nlift        %.6f\ndrag        %.6f\n", r.lift, r.drag);
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
  json["partition_seconds"] = r.partition_seconds;
  json["levels_seconds"] = r.levels_seconds;
  json["inspector_seconds"] = r.inspector_seconds;
  json["loops_inspector_seconds"] = r.loops_inspector_seconds;
  json["build_seconds"] = r.build_seconds;
  json["setup_seconds"] = r.setup_seconds;
  json["step_seconds"] = r.step_seconds();
  json["imbalance"] = r.imbalance;
  json["schedules_built"] = r.built;
  json["schedules_kept"] = r.kept;
  if (r.imbalance_before == 0) return json;
  json["points_stay"] = r.keeps_ranks;
  json["imbalance_before"] = r.imbalance_before;
  json["adaptation_steps"] = r.adaptation_steps();
  json["repaid_after"] = r.adaptation_repaid_after();  // null: never
  return json;
}

}  // namespace

void write_json(const Report& r, const std::string& path) {
  Json nanoseconds;  // of processor time; other steps are more than their stages
  if (!r.implicit && r.levels.size() == 1)
    nanoseconds = 1e9 * r.step_seconds() * r.ranks / static_cast<double>(r.edges * std::ssize(stages));
  Json loops;
  for (const LoopReport& loop : r.loops)
    loops[loop.name]["milliseconds"] = 1e3 * loop.seconds, loops[loop.name]["lanes"] = loop.lanes;
  Json boundaries = Json::array();
  for (const Boundary& boundary : r.boundaries)
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
  json["mesh"]["name"] = r.mesh_name;
  json["mesh"]["dimension"] = r.dimension;
  json["mesh"]["vertices"] = r.vertices;
  json["mesh"]["edges"] = r.edges;
  json["mesh"]["cells"] = r.cells;
  json["mesh"]["welded_points"] = r.welded_points;
  json["mesh"]["boundaries"] = boundaries;
  json["remarks"] = r.remarks;
  json["ranks"] = r.ranks;
  json["read_seconds"] = r.read_seconds;
  json["partition"]["method"] = r.partition;
  json["partition"]["edges_cut"] = r.edges_cut;
  json["partition"]["imbalance"] = r.imbalance;
  json["partition_seconds"] = r.partition_seconds;
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
  json["schedule"]["loaded_from"] = r.loaded_from;
  json["schedule"]["reason"] = r.reason;
  json["schedule"]["plan"] = r.plan;
  json["schedule"]["replays"] = r.replays;
  json["exchanges"] = exchanges;
  json["inspector_seconds"] = r.inspector_seconds;
  json["loops_inspector_seconds"] = r.loops_inspector_seconds;
  json["repaid_in_step"] = r.repaid_in_step();
  json["exchange_seconds_per_replay"] = r.exchange_seconds_per_replay;
  json["step_seconds"] = r.step_seconds();
  json["nanoseconds_per_edge_and_stage"] = nanoseconds;
  json["vector_width"] = partita::loops::vector_width;
  json["loops"] = loops;
  json["share_of_time"]["computing"] = r.computing;
  json["share_of_time"]["exchanging"] = r.exchanging;
  json["share_of_time"]["waiting"] = r.waiting;
  json["mach"] = r.mach;
  json["alpha"] = r.alpha;
  json["far_field"] = r.vortex ? "vortex" : "characteristic";
  json[r.dimension == 2 ? "chord" : "area"] = r.reference;
  json["implicit"] = r.implicit;
  json["levels"] = r.levels;
  json["meshes"] = meshes;
  json["steps"] = r.steps;
  json["began_from"] = r.began_from;
  json["first_step"] = r.steps_before_run();
  json["checkpoints"]["file"] = r.checkpoint;
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
