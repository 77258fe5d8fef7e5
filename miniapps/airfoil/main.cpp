// Steady flow around an airfoil or a wing. The program follows the order of the work: mesh, inspector,
// schedule, executor, steps, results.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/duration.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/progress.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "flow_about.hpp"
#include "flow_planner.hpp"
#include "geometry.hpp"
#include "gradient.hpp"
#include "implicit_solver.hpp"
#include "miniapps/kokkos_program.hpp"
#include "options.hpp"
#include "report.hpp"
#include "results.hpp"
#include "solver.hpp"

namespace partita::airfoil {
namespace {

std::string live_line(long step, double drop, const Options& options, const Forces& forces, double elapsed) {
  // The residual falls about exponentially, so the share of orders done is the share of the time spent.
  const double done =
      std::max({drop / options.drop, static_cast<double>(step) / static_cast<double>(options.steps), 1e-3});
  char line[160];
  std::snprintf(line, sizeof line, "step %ld  residual %.2f orders down  lift %.5f  drag %.5f  %s left", step,
                drop, forces.lift, forces.drag, duration(elapsed * (1 - done) / done).c_str());
  return line;
}

// Steps until the residual has fallen by the wanted orders, or only rounding is left.
template <class Solver>
void march(Solver& solver, const Options& options, const Communicator& comm, Report& report) {
  Progress progress(comm.rank() == 0 && !options.quiet);
  const Stopwatch elapsed;
  const auto& equations = solver.equations();
  const double rounding = equations.rounding();
  double largest = rounding;
  Hash history;
  while (report.steps < options.steps && !report.converged) {
    solver.step();
    ++report.steps;
    const auto [lift, drag] = equations.forces();
    history.add(equations.residual(), lift, drag);
    if (!std::isfinite(equations.residual()))
      throw CollectiveError("the flow left the realm of gases in step ", report.steps,
                            "; try a lower --mach or --alpha, or a mesh with smoother cells");
    const double residual = std::max(equations.residual(), rounding);
    largest = std::max(largest, residual);
    report.residual_drop_orders = std::log10(largest / residual);
    report.converged = report.residual_drop_orders >= options.drop || residual == rounding;
    if (progress.due())
      progress.show(live_line(report.steps, report.residual_drop_orders, options, equations.forces(),
                              elapsed.seconds()));
  }
  report.seconds = elapsed.seconds();
  report.history_hash = history.hex();
}

// From rank 0's mesh to the results.
template <int D>
void solve(mesh::Mesh mesh, const Options& options, const Communicator& comm) {
  const bool first = comm.rank() == 0;
  const auto geometry = collectively(
      comm, [&] { return first ? prepare<D>(std::move(mesh), options, comm.size()) : Geometry<D>(); });
  const Flow<D> flow = flow_about(geometry, options, comm);

  Report report;
  const Stopwatch inspecting;
  constexpr double bytes_a_vertex = 0.5 * (sizeof(Row<D>) + sizeof(Gradients<D>));
  DistributedMesh<D> part(comm, geometry, {.plan = flow_planner(options, bytes_a_vertex, report, comm)});
  const auto state_by = [&](auto solver) {
    const std::string plan = solver.plan();  // inspects and schedules
    report.inspector_seconds = max(comm, inspecting.seconds()) - report.build_seconds;
    if (first && options.print_plan) std::fputs(plan.c_str(), stdout);
    march(solver, options, comm, report);
    describe(geometry, solver.equations(), solver.exchange_times(), solver.stage(), options, report);
    return collect(part, geometry, solver.state());
  };
  const std::vector<Row<D>> state = options.implicit ? state_by(ImplicitSolver<D>(part, flow, options.petsc))
                                                     : state_by(Solver<D>(part, flow));
  report.state_hash = hash_of<D>(state);
  collectively(comm, [&] {
    if (!first) return;
    if (!options.quiet) std::fputs(summary(report).c_str(), stdout);
    if (!options.output.empty()) write_field(options.output, geometry, state, report);
    if (!options.report.empty()) write_json(report, options.report);
  });
}

void run(const Options& options, const Communicator& comm) {
  const bool first = comm.rank() == 0;

  // Unwritable files are reported before the work, not after it.
  collectively(comm, [&] {
    for (const std::string& path : {options.output, options.report, options.save_schedule})
      if (first && !path.empty()) AtomicFile{path};
  });

  mesh::Mesh mesh = collectively(comm, [&] { return first ? read_or_make(options) : mesh::Mesh(); });
  if (max(comm, first ? mesh.dimension : 0) == 2)
    solve<2>(std::move(mesh), options, comm);
  else
    solve<3>(std::move(mesh), options, comm);
}

}  // namespace
}  // namespace partita::airfoil

int main(int argc, char** argv) {
  return partita::run_kokkos_program("airfoil", argc, argv, partita::airfoil::parse_options,
                                     partita::airfoil::run);
}
