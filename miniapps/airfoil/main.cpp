// Steady flow about an airfoil. Reads as the order of the work: mesh, inspector, schedule, executor, steps,
// results.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/progress.hpp>
#include <partita/support/reduce.hpp>

#include "distribute.hpp"
#include "geometry.hpp"
#include "options.hpp"
#include "report.hpp"
#include "results.hpp"
#include "solver.hpp"

namespace partita::airfoil {
namespace {

// The vortex sits at a quarter of the chord of whatever is wall.
Flow flow_about(const Domain& domain, const Options& options, const Communicator& comm) {
  double front = 1e300, back = -1e300;
  for (const Face& face : domain.faces)
    if (face.kind == Face::wall)
      for (const local_index vertex : face.vertices) {
        front = std::min(front, domain.points[static_cast<std::size_t>(vertex)].x);
        back = std::max(back, domain.points[static_cast<std::size_t>(vertex)].x);
      }
  front = min(comm, front);
  back = max(comm, back);
  const double quarter = front < back ? front + 0.25 * (back - front) : 0;
  return {options.mach, options.alpha * std::numbers::pi / 180, options.vortex, {quarter, 0}};
}

std::string live_line(long step, double drop, const Options& options, const Forces& forces, double elapsed) {
  // The residual falls exponentially, give or take: the part of the orders done is the part of the time gone.
  const double done =
      std::max({drop / options.drop, static_cast<double>(step) / static_cast<double>(options.steps), 1e-3});
  char line[160];
  std::snprintf(line, sizeof line, "step %ld  residual %.2f orders down  lift %.5f  drag %.5f  %s left", step,
                drop, forces.lift, forces.drag, duration(elapsed * (1 - done) / done).c_str());
  return line;
}

// Steps until the residual is down by as much as wanted.
void march(Solver& solver, const Options& options, const Communicator& comm, Report& report) {
  Progress progress(comm.rank() == 0 && !options.quiet);
  const Stopwatch elapsed;
  double largest = 0;
  for (report.steps = 0; report.steps < options.steps && report.residual_drop_orders < options.drop;) {
    solver.step();
    ++report.steps;
    const double residual = solver.residual();
    if (!std::isfinite(residual))
      throw CollectiveError(text("the flow left the realm of gases in step ", report.steps,
                                 "; try a lower --mach or --alpha, or a mesh with smoother cells"));
    largest = std::max(largest, residual);
    report.residual_drop_orders = residual > 0 ? std::log10(largest / residual) : options.drop;
    if (progress.due())
      progress.show(
          live_line(report.steps, report.residual_drop_orders, options, solver.forces(), elapsed.seconds()));
  }
  report.seconds = elapsed.seconds();
}

void run(const Options& options, const Communicator& comm) {
  const bool first = comm.rank() == 0;

  // Files that cannot be written are found before the work, not after it.
  collectively(comm, [&] {
    for (const std::string& path : {options.output, options.report})
      if (first && !path.empty()) AtomicFile{path};
  });

  const Geometry geometry =
      collectively(comm, [&] { return first ? prepare(options, comm.size()) : Geometry(); });
  const Part part = distribute(comm, geometry);

  Stopwatch building;
  Plan plan = make_plan(part.pattern(), options.plan);
  Report report;
  report.build_seconds = max(comm, building.seconds());
  report.built = 1;
  report.algorithm = plan.algorithm;
  report.protocol = plan.protocol;
  report.phases = plan.gather.phases;

  Solver solver(part.domain, flow_about(part.domain, options, comm),
                Exchange(part.pattern(), std::move(plan)), comm);
  march(solver, options, comm, report);

  describe(geometry, part, options, solver, report);
  const std::vector<Conservative> state = collect(part, geometry, solver);
  report.state_hash = hash_of(state);
  collectively(comm, [&] {
    if (!first) return;
    if (!options.quiet) std::fputs(summary(report).c_str(), stdout);
    if (!options.output.empty()) write_field(options.output, geometry, state, report);
    if (!options.report.empty()) write_json(report, options.report);
  });
}

}  // namespace
}  // namespace partita::airfoil

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int exit_code = 0;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  try {
    // Kokkos would take --help for its own, too: it is given what is meant for it and nothing else.
    const auto ours = std::stable_partition(argv + 1, argv + argc, [](const char* argument) {
      return std::string_view(argument).starts_with("--kokkos-");
    });
    int kokkos_argc = static_cast<int>(ours - argv);
    std::vector<char*> own_arguments{argv[0]};
    own_arguments.insert(own_arguments.end(), ours, argv + argc);

    std::string message;
    const auto options = partita::airfoil::parse_options(static_cast<int>(own_arguments.size()),
                                                         own_arguments.data(), message, exit_code);
    if (!options) {
      if (rank == 0) std::fputs(message.c_str(), exit_code == 0 ? stdout : stderr);
    } else {
      const Kokkos::ScopeGuard kokkos(kokkos_argc, argv);
      partita::airfoil::run(*options, partita::Communicator(MPI_COMM_WORLD));
    }
  } catch (const partita::CollectiveError& error) {
    if (rank == 0) std::fprintf(stderr, "airfoil: %s\n", error.what());
    exit_code = 1;
  } catch (const std::exception& error) {
    // This rank alone is wrong: the others wait for it somewhere and must be ended.
    std::fprintf(stderr, "airfoil: rank %d: %s\n", rank, error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return exit_code;
}
