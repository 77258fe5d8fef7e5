// Steady flow around an airfoil or a wing. The program follows the order of the work: mesh, inspector,
// schedule, executor, steps, results.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <partita/executor/choice/choose_plan.hpp>
#include <partita/executor/choice/machine_here.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/duration.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/progress.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "distribute.hpp"
#include "flow_about.hpp"
#include "geometry.hpp"
#include "implicit_solver.hpp"
#include "miniapps/find_machine.hpp"
#include "miniapps/kokkos_program.hpp"
#include "options.hpp"
#include "report.hpp"
#include "results.hpp"
#include "saved_schedule.hpp"
#include "solver.hpp"

namespace partita::airfoil {
namespace {

// Gathered twice at every stage of a step: primitive values, and their gradients.
constexpr double replays_a_step = 10;
template <int D>
constexpr double bytes_a_vertex = 0.5 * (sizeof(Primitive<D>) + sizeof(Gradient<D>));

// The plan of a schedule that is loaded, given, or chosen. `planning` receives the options it was made with.
Plan plan_for(const AccessPattern& pattern, const Options& options, double bytes_a_vertex,
              PlanOptions& planning) {
  if (!options.load_schedule.empty()) return load_plan(pattern, options.load_schedule, planning);
  // A collective call has no order.
  if (!options.chooses_schedule || planning.transport == Transport::neighbour)
    return make_plan(pattern, planning);
  ChoiceOptions choice{.schedule = planning.schedule,
                       .bytes_per_unit = bytes_a_vertex,
                       .replays = replays_a_step * static_cast<double>(options.steps)};
  if (!options.chooses_protocol) choice.protocol = planning.protocol.of_stage(0);
  Plan plan = choose_plan(pattern, choice);
  plan.transport = planning.transport;
  planning.schedule = schedule_options({plan.algorithm, plan.protocol.of_stage(0), plan.window},
                                       choice.schedule, bytes_a_vertex);
  return plan;
}

// The one place that builds a schedule, or loads it instead.
KokkosExchange<> schedule(const AccessPattern& pattern, const Options& options, double bytes_a_vertex,
                          PlanOptions planning, Report& report) {
  const Communicator& comm = pattern.communicator();
  const Stopwatch building;
  Plan plan = plan_for(pattern, options, bytes_a_vertex, planning);
  report.build_seconds = max(comm, building.seconds());
  report.loaded_from = options.load_schedule;
  report.built = options.load_schedule.empty();
  report.algorithm = plan.algorithm;
  report.protocol = plan.protocol;
  report.phases = plan.gather.phases;
  report.reason = plan.reason;
  if (!options.save_schedule.empty()) save_plan(pattern, options.save_schedule, plan, planning.schedule);
  return KokkosExchange<>(pattern, std::move(plan));
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
void solve(mesh::Mesh mesh, const Options& options, const PlanOptions& planning, const Communicator& comm) {
  const bool first = comm.rank() == 0;
  const auto geometry = collectively(
      comm, [&] { return first ? prepare<D>(std::move(mesh), options, comm.size()) : Geometry<D>(); });
  const DistributedMesh<D> part = distribute(comm, geometry);
  const Flow<D> flow = flow_about(geometry, options, comm);

  Report report;
  KokkosExchange<> exchange = schedule(part.pattern(), options, bytes_a_vertex<D>, planning, report);
  const auto state_by = [&](auto solver) {
    march(solver, options, comm, report);
    describe(geometry, part, options, solver.equations(), report);
    return collect(part, geometry, solver.state());
  };
  const std::vector<Conservative<D>> state =
      options.implicit
          ? state_by(ImplicitSolver<D>(part.domain, flow, std::move(exchange), comm, options.petsc))
          : state_by(Solver<D>(part.domain, flow, std::move(exchange), comm));
  report.state_hash = hash_of(state);
  collectively(comm, [&] {
    if (!first) return;
    if (!options.quiet) std::fputs(summary(report).c_str(), stdout);
    if (!options.output.empty()) write_field(options.output, geometry, state, report);
    if (!options.report.empty()) write_json(report, options.report);
  });
}

void run(const Options& options, const Communicator& comm) {
  const bool first = comm.rank() == 0;

  // Unwritable files and machines that are too small are reported before the work, not after it.
  PlanOptions planning = options.plan;
  collectively(comm, [&] {
    for (const std::string& path : {options.output, options.report, options.save_schedule})
      if (first && !path.empty()) AtomicFile{path};
  });
  planning.schedule.machine = machine_of(options, comm);

  mesh::Mesh mesh = collectively(comm, [&] { return first ? read_or_make(options) : mesh::Mesh(); });
  if (max(comm, first ? mesh.dimension : 0) == 2)
    solve<2>(std::move(mesh), options, planning, comm);
  else
    solve<3>(std::move(mesh), options, planning, comm);
}

}  // namespace
}  // namespace partita::airfoil

int main(int argc, char** argv) {
  return partita::run_kokkos_program("airfoil", argc, argv, partita::airfoil::parse_options,
                                     partita::airfoil::run);
}
