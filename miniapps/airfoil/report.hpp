#pragma once
/// \file The summary of a run: short text for people, JSON for programs.

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <partita/executor/plan/plan.hpp>
#include <partita/inspector/access_pattern.hpp>

#include "geometry.hpp"
#include "options.hpp"
#include "update.hpp"

namespace partita::airfoil {

/// Messages and their lengths over all ranks, in the papers' terms. Lengths in vertices.
struct PatternStatistics {
  int messages_max = 0, messages_min = 0;  ///< sent by one rank
  double messages_avg = 0;
  global_index length_max = 0, length_min = 0;  ///< of one message; 0 if there is none
  double length_avg = 0;
  int lower_bound = 0;  ///< max(fan-in, fan-out): no schedule has fewer phases
};

/// Collective.
PatternStatistics statistics_of(const AccessPattern& pattern);

/// What is exchanged again and again, and how.
struct ExchangeReport {
  int level;           ///< 1 is the finest
  std::string fields;  ///< that the plan was made for; others of the level share it
  int messages_max;    ///< sent by one rank
  global_index units;  ///< in all messages
  long replays_a_step;
  std::string reason;  ///< algorithm and protocol, and why
};

struct LoopReport {
  std::string name;
  double seconds;  ///< a run, on the slowest rank
  int lanes;       ///< iterations at once
};

/// Of a run; of the steps on one mesh, if the mesh is adapted.
struct Report {
  Options options;
  MeshFacts facts;
  int dimension = 2;
  global_index vertices = 0, edges = 0;
  int ranks = 1;
  double read_seconds = 0;            ///< to read or generate the mesh
  double mesh_seconds = 0;            ///< to number and orient the mesh as read, and for its dual
  double levels_seconds = 0;          ///< to make the coarser levels
  double setup_seconds = 0;           ///< from the mesh as read to the first step, partition included
  std::size_t memory_peak_bytes = 0;  ///< of the rank that needs most, until the steps end
  double imbalance = 1;

  PatternStatistics pattern;
  Algorithm algorithm = Algorithm::rs_n;
  StageProtocols protocol = Protocol::post_all;
  int phases = 0;
  double build_seconds = 0;               ///< of the schedules of all levels, or seconds to load one
  std::vector<ExchangeReport> exchanges;  ///< with a schedule of their own
  std::string reason;                     ///< of the choice; empty: no choice was made
  std::string
      plan;       ///< of a step after the last: exchanges and loops, and what races of exchanges have found
  int built = 0;  ///< schedules on this mesh
  int kept = 0;   ///< schedules of the mesh before
  long replays = 0;
  double inspector_seconds = 0;        ///< to distribute the mesh and inspect the loops
  double loops_inspector_seconds = 0;  ///< of these, to inspect the loops
  std::vector<LoopReport> loops;       ///< of a stage
  std::vector<global_index> levels;    ///< vertices of each level of multigrid, or of the mesh alone
  long steps = 0;
  long first_step = 0;            ///< steps before this run, or before those on this mesh
  double seconds = 0;             ///< of this run's steps
  int checkpoints = 0;            ///< written
  double checkpoint_seconds = 0;  ///< of all of them

  long steps_before_run() const { return before.empty() ? first_step : before.front().first_step; }
  long steps_here() const { return steps - first_step; }
  double step_seconds() const { return seconds / static_cast<double>(std::max(1L, steps_here())); }

  std::vector<Report> before;         ///< on the meshes that were adapted to this one
  global_index uniform_vertices = 0;  ///< about, of the first mesh with all cells divided as often as may be
  double adapt_seconds = 0;           ///< to choose depths, make this mesh and carry the flow over
  double carrying_seconds = 0;        ///< of these, for the flow

  /// Of the adaptation to this mesh, with all that is made again for it.
  double adaptation_seconds() const { return adapt_seconds + setup_seconds; }
  double adaptation_steps() const { return adaptation_seconds() / step_seconds(); }

  /// After so many steps here, the adaptation has cost less than it saves: steps on the uniform mesh take
  /// longer, in proportion to its vertices. Infinite if this mesh is no smaller.
  double adaptation_repaid_after() const {
    const double saved = static_cast<double>(uniform_vertices) / static_cast<double>(vertices) - 1;
    return saved > 0 ? adaptation_steps() / saved : std::numeric_limits<double>::infinity();
  }

  /// From this step on, inspector and schedule have cost less than inspecting the loops in every step, which
  /// makes no schedule.
  long repaid_in_step() const { return std::lround(std::ceil(1 + build_seconds / loops_inspector_seconds)); }
  bool vortex = true;
  double reference = 1;  ///< chord, or the area of the wing seen from above
  bool converged = false;
  long stalled_steps = 0;  ///< at the end, in which the residual fell no more; 0: it fell, or had converged
  double residual_drop_orders = 0;
  ShortenedSteps shortened;
  double lift = 0, drag = 0;  ///< of the last step; means of the stalled steps, if there are any
  std::string state_hash;     ///< of q, the conservative variables of all vertices
  std::string history_hash;   ///< of residual, lift and drag of every step
};

/// The exchanges of a step, a line for each.
std::string exchanges_in_words(const Report& report);

/// The text for the terminal.
std::string summary(const Report& report);

/// Writes the same and more as JSON. Throws Error if the file cannot be written.
void write_json(const Report& report, const std::string& path);

}  // namespace partita::airfoil
