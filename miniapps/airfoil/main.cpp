// Steady flow around an airfoil or a wing. The program follows the order of the work: mesh, inspector,
// schedule, executor, steps, results.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <partita/mesh/vtkhdf_series.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "adapted_mesh.hpp"
#include "agglomerate.hpp"
#include "checkpoints.hpp"
#include "course.hpp"
#include "flow_about.hpp"
#include "flow_planner.hpp"
#include "geometry.hpp"
#include "gradient.hpp"
#include "history_file.hpp"
#include "implicit_solver.hpp"
#include "miniapps/formatted.hpp"
#include "miniapps/kokkos_program.hpp"
#include "miniapps/progress.hpp"
#include "nearest_flow.hpp"
#include "options.hpp"
#include "report.hpp"
#include "results.hpp"
#include "solver.hpp"
#include "stall.hpp"

namespace partita::airfoil {
namespace {

#ifdef PARTITA_WITH_PETSC
constexpr bool has_petsc = true;
#else
constexpr bool has_petsc = false;
#endif

// The residual falls about exponentially, so the share of orders done is the share of the time spent.
double share_done(long step, double drop, const Options& options) {
  return std::max(drop / options.drop, static_cast<double>(step) / static_cast<double>(options.steps));
}

// `before` is the share that was done when the time began.
std::string live_line(long step, double drop, const Options& options, const Forces& forces, double elapsed,
                      double before) {
  const double done = std::max((share_done(step, drop, options) - before) / (1 - before), 1e-3);
  return formatted("step %ld  residual %.2f orders down  lift %.5f  drag %.5f  %s left", step, drop,
                   forces.lift, forces.drag, duration(elapsed * (1 - done) / done).c_str());
}

std::string no_gas_after(long steps, const Options& options) {
  return text("the flow left the realm of gases in step ", steps, "; ",
              options.implicit     ? "begin from a flow at a lower --mach or --alpha by --initial-flow"
              : options.levels > 1 ? "take --levels 1 or --implicit"
                                   : "take --implicit",
              ", or smooth the cells of the mesh");
}

// Before anything is reported or written: a flow that is none is no result. Collective.
template <int D>
void require_gas(const Communicator& comm, const std::vector<Row<D>>& state, long steps,
                 const Options& options) {
  const bool all_is_gas = std::ranges::all_of(
      state, [](const Row<D>& row) { return is_gas(primitive(conservative_in<D>(row))); });
  if (min(comm, all_is_gas ? 1 : 0) == 0) throw CollectiveError(no_gas_after(steps, options));
}

// Steps until the residual has fallen by the wanted orders, only rounding is left, or it falls no more. Then
// lift and drag are means.
template <int D, class Solver, class AtStep>
void march(Solver& solver, Course& course, const Options& options, const Checkpoints<D>& checkpoints,
           const Communicator& comm, HistoryFile& history, Report& report, const AtStep& write_series) {
  Progress progress(comm.rank() == 0 && !options.quiet);
  const Stopwatch elapsed;
  const auto& equations = solver.equations();
  const double rounding = equations.rounding();
  const auto judge = [&] {
    const double residual = std::max(course.residual, rounding);
    course.largest_residual = std::max(course.largest_residual, residual);
    report.residual_drop_orders = std::log10(course.largest_residual / residual);
    report.converged = report.residual_drop_orders >= options.drop || residual == rounding;
  };
  report.first_step = course.steps;
  if (course.steps > 0) judge();
  Stall stall(options.implicit || !equations.mesh().coarser.empty() ? 300 : 1000);
  const double before = share_done(course.steps, report.residual_drop_orders, options);
  double output_seconds = 0;
  long saved_at = -1;
  const auto keep = [&] {
    const Stopwatch writing;
    checkpoints.write(solver.fields(), course);
    ++report.checkpoints;
    report.checkpoint_seconds += writing.seconds();
    saved_at = course.steps;
  };
  while (course.steps < options.steps && !report.converged && report.stalled_steps == 0) {
    solver.step();
    ++course.steps;
    course.residual = equations.residual();
    course.forces = equations.forces();
    course.history.add(course.residual, course.forces.lift, course.forces.drag);
    history.add(course.steps, course.residual, course.forces);
    if (!std::isfinite(course.residual)) throw CollectiveError(no_gas_after(course.steps, options));
    judge();
    stall.add(course.residual, course.forces);
    if (!report.converged && stall.is_here()) report.stalled_steps = stall.since();
    if (progress.due())
      progress.show(live_line(course.steps, report.residual_drop_orders, options, course.forces,
                              elapsed.seconds(), before));
    const auto is_due = [&](long every) { return every > 0 && course.steps % every == 0; };
    if (is_due(options.output_every) || is_due(options.checkpoint_every))
      require_gas<D>(comm, solver.state(), course.steps, options);
    if (is_due(options.output_every)) {
      const Stopwatch writing;
      write_series();
      output_seconds += writing.seconds();
    }
    if (is_due(options.checkpoint_every)) keep();
  }
  require_gas<D>(comm, solver.state(), course.steps, options);
  const Forces forces = report.stalled_steps > 0 ? stall.mean() : course.forces;
  report.lift = forces.lift;
  report.drag = forces.drag;
  if (!options.checkpoint.empty() && saved_at != course.steps) keep();
  report.steps = course.steps;
  report.seconds = elapsed.seconds() - report.checkpoint_seconds - output_seconds;
  report.history_hash = hex(course.history.state());
}

// Collective.
std::string remarks_on(const loops::Domain& domain) {
  std::string all;
  for (const std::string& remark : domain.remarks()) all += text("remark: ", remark, "\n");
  return all;
}

// What a run keeps from mesh to mesh.
struct Run {
  FlowPlanner planner;
  mesh::VtkhdfSeries series;
  std::optional<AdaptedMesh> adapted = {};
  std::optional<HistoryFile> history = {};
  Course course = {};
  std::vector<Report> before = {};  // on the meshes before the present one
  double adapt_seconds = 0;         // to make the present one
};

// Where the solver begins: at the flow on the mesh before, at a flow that it is told, or in the free stream.
template <int D>
void resume(auto& solver, const DistributedMesh<D>& mesh, const Options& options,
            const Checkpoints<D>& checkpoints, Run& run) {
  if (run.before.empty() && options.restart.empty() && options.initial_flow.empty()) return;
  SavedFields<D> fields = solver.fields();
  const auto assign = [&](const std::vector<Row<D>>& flow) {
    for (auto& [name, rows] : fields) rows = flow;
  };
  if (!run.before.empty()) {
    if constexpr (D == 2) assign(run.adapted->flow(mesh.file_number.values()));
    run.course.residual = run.course.largest_residual;  // each mesh takes a step
    run.course.first_step = run.course.steps;
  } else if (options.begins_from_output()) {
    assign(nearest_flow(mesh, options.initial_flow));
  } else if (options.restart.empty()) {
    assign(checkpoints.read("conservative"));
  } else {
    for (auto& [name, rows] : fields) rows = checkpoints.read(name);
  }
  solver.restore(fields, run.course);
}

// From the draft of a mesh to the results on it, or to the next mesh. Returns whether there is one.
template <int D>
bool solve_on(mesh::Draft draft, double read_seconds, const Options& options, const Communicator& comm,
              Run& run) {
  const bool first = comm.rank() == 0;
  const Stopwatch setting_up;
  const mesh::Draft for_output = options.output.empty() ? mesh::Draft() : draft;
  RanksBefore ranks_before;
  if (!run.before.empty())
    ranks_before = [&](const std::vector<global_index>& points) { return run.adapted->ranks(points); };
  Geometry<D> geometry = prepare<D>(comm, std::move(draft), options, ranks_before);
  const MeshFacts facts = geometry.facts;
  Identity identity = options.uses_checkpoints() ? identity_of(comm, geometry) : Identity();
  if (run.adapted) identity.mesh = run.adapted->of();
  const Flow<D> flow = flow_about(geometry, options, comm);
  Report report;
  report.options = options;
  report.facts = facts;
  report.mesh_seconds = max(comm, setting_up.seconds()) - facts.partition_seconds;
  const Stopwatch agglomerating;
  if (!options.implicit) agglomerate(comm, geometry, options.levels);
  report.levels_seconds = max(comm, agglomerating.seconds());

  const int levels = 1 + static_cast<int>(geometry.coarser.size());
  const auto evaluations_a_step = [&options, levels](int level) {
    return options.implicit ? ImplicitSolver<D>::evaluations_a_step
                            : Solver<D>::evaluations_a_step(level, levels);
  };
  report.read_seconds = read_seconds;
  const Stopwatch inspecting;
  constexpr double bytes_a_vertex = 0.5 * (sizeof(Row<D>) + sizeof(Gradients<D>));
  DistributedMesh<D> part(
      comm, std::move(geometry),
      {.backend = options.kernels ? loops::Backend::kernels : loops::default_backend,
       .plan = run.planner.on_mesh({bytes_a_vertex, evaluations_a_step}, run.course, report)});
  Checkpoints<D> checkpoints(identity, part, flow, options, run.adapted ? &*run.adapted : nullptr);
  if (run.before.empty()) run.course = checkpoints.open();
  const Course& course = run.course;
  const auto write_results = [&](const std::vector<Row<D>>& state, const Forces& forces, const auto& write) {
    with_results<D>(for_output.mesh, facts, part, state, options, forces, write);
  };
  const auto add_to_series = [&](const std::vector<Row<D>>& state) {
    write_results(state, course.forces, [&](const mesh::Results& results) {
      run.series.add(static_cast<double>(course.steps), for_output.mesh, results);
    });
  };
  const auto goes_on = [&] {  // on another mesh
    return run.adapted && run.adapted->adaptations() < options.adapt && course.steps < options.steps;
  };
  const auto state_by = [&](auto solver) {
    const Stopwatch planning;
    const std::string plan = solver.plan();  // inspects and schedules
    report.loops_inspector_seconds = max(comm, planning.seconds()) - report.build_seconds;
    report.inspector_seconds = max(comm, inspecting.seconds()) - report.build_seconds;
    report.setup_seconds = max(comm, setting_up.seconds());
    const std::string remarks = remarks_on(part.domain);
    if (first && options.print_plan)
      std::fputs((remarks + plan + exchanges_in_words(report)).c_str(), stdout);
    resume(solver, part, options, checkpoints, run);
    if (!run.history) run.history.emplace(comm, options.history, course.steps);
    march(solver, run.course, options, checkpoints, comm, *run.history, report,
          [&] { add_to_series(solver.state()); });
    if constexpr (requires { solver.shortened(); }) report.shortened = solver.shortened();
    if (!goes_on()) report.plan = solver.plan();  // with what races of its exchanges have found since
    describe(solver.equations(), solver.exchanges(), solver.stage(), report);
    return solver.state();
  };
  const auto state_in_the_end = [&] {
    if constexpr (has_petsc)
      if (options.implicit) return state_by(ImplicitSolver<D>(part, flow, options.petsc));
    return state_by(Solver<D>(part, flow));
  };
  const std::vector<Row<D>> state = state_in_the_end();
  report.adapt_seconds = run.adapt_seconds;
  if (run.adapted) {
    report.uniform_vertices = run.adapted->uniform_vertices();
    report.carrying_seconds = max(comm, run.adapted->carrying_seconds());
  }
  if (goes_on()) {
    if (options.output_every > 0 && course.steps % options.output_every > 0) add_to_series(state);
    const Stopwatch adapting;
    if constexpr (D == 2) run.adapted->adapt(part.file_number.values(), state);
    run.adapt_seconds = max(comm, adapting.seconds());
    run.before.push_back(std::move(report));
    return true;
  }

  for (const Report& before : run.before) {
    report.checkpoints += before.checkpoints;
    report.checkpoint_seconds += before.checkpoint_seconds;
  }
  report.before = run.before;
  report.state_hash = hash_of(part, state);
  if (first && !options.quiet) std::fputs(summary(report).c_str(), stdout);
  if (!options.output.empty())
    write_results(state, {report.lift, report.drag}, [&](const mesh::Results& results) {
      mesh::write_vtkhdf(comm, options.output, for_output.mesh, results);
    });
  collectively(comm, [&] {
    if (first && !options.report.empty()) write_json(report, options.report);
  });
  run.history->finish();
  return false;
}

// The flow settles on each mesh by as many more orders of the residual. A checkpoint may be of a mesh that
// was adapted more often.
Options on_mesh(const Options& options, int adaptations) {
  Options here = options;
  here.drop *= std::min(1.0, (adaptations + 1.0) / (options.adapt + 1.0));
  return here;
}

template <int D>
void solve(mesh::Draft draft, double read_seconds, const Options& options, const Communicator& comm) {
  Run run{FlowPlanner(options, comm), {comm, options.output}};
  if (options.adapt == 0) {
    solve_on<D>(std::move(draft), read_seconds, options, comm, run);
    return;
  }
  AdaptedMesh& adapted = run.adapted.emplace(comm, std::move(draft), options);
  restore_mesh(adapted, comm, options);
  while (solve_on<D>(adapted.draft(), read_seconds, on_mesh(options, adapted.adaptations()), comm, run)) {
  }
}

void run(const Options& options, const Communicator& comm) {
  const bool first = comm.rank() == 0;

  if (options.implicit && !has_petsc)
    throw CollectiveError(
        "this airfoil was built without PETSc, which --implicit needs; install petsc-dev and build again");
  // Unwritable files are reported before the work, not after it.
  collectively(comm, [&] {
    for (const std::string& path :
         {options.output, options.history, options.report, options.save_schedule, options.checkpoint})
      if (first && !path.empty()) AtomicFile{path};
  });

  const Stopwatch reading;
  mesh::Draft draft = read_or_make(comm, options);
  const double read_seconds = max(comm, reading.seconds());
  if (draft.mesh.dimension == 2)
    solve<2>(std::move(draft), read_seconds, options, comm);
  else
    solve<3>(std::move(draft), read_seconds, options, comm);
}

}  // namespace
}  // namespace partita::airfoil

int main(int argc, char** argv) {
  return partita::run_kokkos_program("airfoil", argc, argv, partita::airfoil::parse_options,
                                     partita::airfoil::run);
}
