// Particles that crowd in a flow, and what it costs to follow them, by ways that compute the same bits.
#include <array>
#include <cstdio>
#include <string>

#include <nlohmann/json.hpp>

#include <partita/mesh/naca.hpp>
#include <partita/mesh/read.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "crowd.hpp"
#include "miniapps/command_line.hpp"
#include "miniapps/mesh_options.hpp"
#include "miniapps/program.hpp"

namespace partita::particles {
namespace {

struct Run {
  std::string mesh;  // a file; none: the grid about a section
  int zone = 0;
  mesh::NacaOptions naca;
  Options options;
  int steps = 200;
  std::string checkpoint, restart, report;
};

const char* const description =
    R"(Light particles in the flow of two vortices behind an airfoil. They gather in the vortices and repel each other, and
their index array, which leads to their cells and to the cells across, changes in every step. A step

  moves      reads the values of the cells, and finds where each particle goes
  migrates   walks the particles from cell to cell, and sends them to the owners of their cells
  inspects   makes the loops over the particles fit their cells
  deposits   adds each particle's charge to the cells, in the order of the particles' numbers
  gathers    brings the density of cells of other ranks

If some rank gets too much work, the mesh is divided again. Positions and charges have the same bits on any number
of ranks, by any way.

  mpirun -n 2 particles                               updates the loops with the particles that change cell
  mpirun -n 2 particles --by rebuild                  inspects and schedules anew in every step
  mpirun -n 2 particles --by mpi                      does all by MPI calls, as Cabana migrates and fills halos
  mpirun -n 2 particles --stride 0.5 --report run.json
  mpirun -n 4 particles --checkpoint crowd.h5 && mpirun -n 3 particles --restart crowd.h5 --steps 300)";

void declare(CommandLine& line, Run& run) {
  line.group = "Mesh";
  add_mesh(line, run.mesh, run.zone,
           "Mesh of triangles: SU2 (.su2), Gmsh (.msh) or VTKHDF (.vtkhdf), best about a chord from (0, 0) "
           "to (1, 0), since the vortices are behind it");
  add_points(line, run.naca);
  line.group = "Particles";
  line.add("--per-cell", run.options.per_cell, "Particles in each cell at the start", "N")
      .check(between(1, 10'000));
  line.add("--stride", run.options.stride,
           "Way of a particle in a step, in sizes of its cell: 0.007 takes 1 % of the particles to another "
           "cell, 0.08 10 %, 0.45 half, 3 all",
           "SIZES")
      .check(between(0.0, 100.0));
  line.add("--steps", run.steps, "Steps since the start, those before a checkpoint included", "N")
      .check(between(1, 100'000'000));
  line.group = "Communication";
  line.add("--by", run.options.by, "update or rebuild the loops in each step, or mpi: steps without Partita",
           "WAY")
      .one_of({"update", "rebuild", "mpi"});
  line.group = "Results";
  line.add_file("--checkpoint", run.checkpoint, "Write the particles after the last step", "FILE.h5");
  line.add_file("--restart", run.restart, "Begin with the particles of a checkpoint", "FILE.h5");
  line.add_file("--report", run.report, "Write the summary as JSON", "FILE.json");
  line.afterwards.emplace_back([&] {
    refuse_to_overwrite({{"--checkpoint", run.checkpoint}, {"--report", run.report}},
                        {{"the mesh", run.mesh}});
    refuse_to_overwrite({{"--report", run.report}}, {{"the checkpoint to begin from", run.restart}});
    if (run.mesh.empty()) mesh::check(run.naca);
  });
}

// Steps, and what they cost.
nlohmann::ordered_json march(Crowd& crowd, const Run& run, const Communicator& comm) {
  if (crowd.steps() >= run.steps)
    throw CollectiveError(run.restart, " is of step ", crowd.steps(), "; give more --steps than that");
  const int first = crowd.steps(), steps = run.steps - first;
  const Stopwatch watch;
  while (crowd.steps() < run.steps) crowd.step();
  const Counts& counts = crowd.counts();
  const auto all = static_cast<double>(crowd.grid().table.size() * run.options.per_cell);
  const auto share = [&](global_index mine) { return static_cast<double>(sum(comm, mine)) / (all * steps); };
  nlohmann::ordered_json r = {{"mesh", crowd.grid().name},
                              {"particles", all},
                              {"ranks", comm.size()},
                              {"by", run.options.by},
                              {"first_step", first},
                              {"steps", run.steps},
                              {"share_that_changes_cell", share(counts.moved)},
                              {"share_that_changes_rank", share(counts.migrated)},
                              {"divisions", counts.divisions},
                              {"imbalance", crowd.imbalance()}};
  for (std::size_t k = 0; k < parts.size(); ++k)
    r[text("processor_milliseconds_", parts[k])] = 1e3 * sum(comm, counts.seconds[k]) / steps;
  r["milliseconds_a_step"] = 1e3 * max(comm, watch.seconds()) / steps;
  r["state_hash"] = hex(crowd.state_hash());
  return r;
}

int run_particles(int argc, char** argv, const Communicator& comm) {
  Run run;
  CommandLine line("particles", description);
  declare(line, run);
  if (const auto exit_code = line.parse(argc, argv, comm.rank() == 0)) return *exit_code;
  const mesh::Mesh mesh = collectively(comm, [&] {
    if (comm.rank() != 0) return mesh::Mesh();
    for (const std::string& file : {run.checkpoint, run.report})
      if (!file.empty()) AtomicFile{file};  // reported now, not after the work
    return run.mesh.empty() ? mesh::naca(run.naca) : mesh::read(run.mesh, run.zone);
  });
  Crowd crowd(make_grid(comm, mesh), run.options, run.restart);
  const nlohmann::ordered_json r = march(crowd, run, comm);
  if (!run.checkpoint.empty()) crowd.write(run.checkpoint);
  collectively(comm, [&] {
    if (comm.rank() != 0) return;
    for (const auto& [name, value] : r.items()) std::printf("%-31s %s\n", name.c_str(), value.dump().c_str());
    if (!run.report.empty()) write_whole(run.report, r.dump(2) + "\n");
  });
  return 0;
}

}  // namespace
}  // namespace partita::particles

int main(int argc, char** argv) {
  return partita::run_program("particles", argc, argv, partita::particles::run_particles);
}
