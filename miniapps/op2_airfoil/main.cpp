// OP2's Airfoil benchmark with Partita's loop wrapper: prints the history of the residual and the time of
// each loop.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <mpi.h>
#include <nlohmann/json.hpp>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "grid.hpp"
#include "miniapps/command_line.hpp"
#include "miniapps/kokkos_program.hpp"
#include "solver.hpp"

namespace partita::op2_airfoil {
namespace {

struct Options {
  std::string mesh, report;
  std::string schedule = "auto", protocol = "auto";
  int surface = 400, layers = 600;
  int iterations = 1000;
  bool plan = false;
  loops::Options loops;
};

// "400x600"
void read_size(const std::string& given, Options& options) {
  if (!read_two(given, 'x', options.surface, options.layers))
    throw UsageError("--grid: wants IxJ (cells along the airfoil x layers), such as 400x600, not \"" + given +
                     "\"");
}

// Takes the given schedule, or has one chosen.
void take_plan(Options& options, Transport transport) {
  PlanOptions given{.transport = transport};
  std::optional<Protocol> protocol;
  if (options.protocol != "auto") given.way.protocol = stage_protocols_named(options.protocol);
  if (options.protocol != "auto") protocol = given.way.protocol.of_stage(0);
  const bool is_chosen = options.schedule == "auto";
  if (!is_chosen) given.schedule.algorithm = algorithm_named(options.schedule);
  options.loops.plan = [=](std::string_view, const MessageVectors& vectors, double bytes_per_unit) {
    if (!is_chosen) return make_plan(vectors, given);
    Plan plan = choose_plan(vectors, bytes_per_unit, protocol);
    plan.transport = transport;
    return plan;
  };
}

void add_work(CommandLine& line, Options& options) {
  line.group = "Work";
  line.add_file("--mesh", options.mesh, "Grid file in OP2's text format", "FILE");
  line.add_read("--grid", std::string("400x600"),
                "Size of the grid to make: cells along the airfoil x layers", "IxJ",
                [&](const std::string& size) { read_size(size, options); })
      .excludes("--mesh");
  line.add("--iterations", options.iterations, "Iterations", "N").check(between(1, 100'000'000));
}

void add_communication_and_loops(CommandLine& line, Options& options) {
  line.group = "Communication and loops";
  line.add("--schedule", options.schedule,
           "Order of the messages: " + list<Algorithm>(algorithms) + "; auto: the fastest here", "NAME");
  line.add("--protocol", options.protocol,
           "Replay of the messages: " + list<Protocol>(protocols) +
               "; or one for each stage, such as lock,barrier; auto: the fastest here",
           "NAME");
  line.add_read("--transport", std::string(name_of(Transport::automatic)),
                "Transport of the messages: " + list<Transport>(transports), "NAME",
                [&](const std::string& transport) { take_plan(options, transport_named(transport)); });
  line.add_read(
          "--tiles", std::string("raced"),
          "When fused loops run in tiles: on, off, or raced: when that was faster in the first iterations",
          "WHEN",
          [&](const std::string& when) {
            options.loops.tiles = when == "on"    ? loops::Tiles::on
                                  : when == "off" ? loops::Tiles::off
                                                  : loops::Tiles::raced;
          })
      .one_of({"raced", "on", "off"});
}

void add_results(CommandLine& line, Options& options) {
  line.group = "Results";
  line.add_flag("--plan", options.plan, "Print the exchanges before each loop, with reasons");
  line.add_file("--report", options.report, "Write the summary as JSON", "FILE.json");
  line.afterwards.emplace_back([&] {
    refuse_to_overwrite({{"--report", options.report}}, {{"the mesh", options.mesh}});
  });
}

std::optional<int> parse_options(int argc, char** argv, bool says, Options& options) {
  CommandLine line("op2_airfoil", "OP2's Airfoil benchmark with Partita's loop wrapper",
                   "Examples:\n  mpirun -n 2 op2_airfoil --mesh new_grid_small.dat\n"
                   "  mpirun -n 4 op2_airfoil --grid 400x600 --iterations 100 --report run.json\n"
                   "  op2_airfoil --grid 40x60 --iterations 10 --plan",
                   30);
  for (const auto add : {add_work, add_communication_and_loops, add_results}) add(line, options);
  return line.parse(argc, argv, says);
}

// The graph of the cells: neighbours share an edge.
std::vector<int> partition(const Grid& grid, int ranks) {
  mesh::Mesh graph;
  graph.vertices = static_cast<global_index>(grid.cell_nodes.size());
  for (const auto& [a, b] : grid.edge_cells) graph.edges.push_back({std::min(a, b), std::max(a, b)});
  return mesh::partition(graph, ranks);
}

// The bits of all cells' states and of their numbers.
std::uint64_t hash_of_state(const Communicator& comm, const Solver& solver) {
  std::uint64_t hashes = 0;
  const auto state = solver.state();
  for (std::size_t k = 0; k < state.size(); ++k)
    hashes += Hash().add(solver.numbers()[k], std::span<const double, 4>(&state[k][0], 4)).value();
  return sum(comm, hashes);
}

using Report = nlohmann::ordered_json;

void print(const Report& report) {
  std::printf("\n%-14s %13s %7s\n", "loop", "ms/iteration", "GB/s");
  if (report.at("loops").empty()) std::puts("loops in kernels are timed with --profile FILE");
  for (const auto& [name, loop] : report.at("loops").items())
    std::printf("%-14s %13.3f %7.2f\n", name.c_str(), loop["milliseconds"].get<double>(),
                loop["gigabytes_per_second"].get<double>());
  const int ranks = report["ranks"];
  std::printf("%-14s %13.3f   on %d rank%s; inspected and planned in %.3f s\n", "all",
              report["milliseconds_per_iteration"].get<double>(), ranks, ranks == 1 ? "" : "s",
              report["inspection_seconds"].get<double>());
}

// The history of the residual.
Report iterate(Solver& solver, const Options& options, bool prints) {
  Report history;
  for (int iteration = 1; iteration <= options.iterations; ++iteration) {
    solver.iterate();
    if (iteration % 100 != 0 && iteration != options.iterations) continue;
    const double rms = solver.rms();
    history.push_back({iteration, rms});
    // Before anything is printed or written: a flow that is none is no result.
    if (!solver.is_gas()) throw CollectiveError(no_gas_by(iteration));
    if (prints) std::printf(" %d  %10.5e\n", iteration, rms);
    if (prints) std::fflush(stdout);
  }
  return history;
}

void run(const Options& options, const Communicator& comm) {
  const bool first = comm.rank() == 0;
  Grid grid;
  std::vector<int> owners;
  collectively(comm, [&] {
    if (!first) return;
    if (!options.report.empty()) AtomicFile{options.report};  // reports an unwritable file before the work
    grid = options.mesh.empty() ? make(options.surface, options.layers)
                                : read(std::filesystem::path(options.mesh));
    owners = partition(grid, comm.size());
  });
  const std::string name = options.mesh.empty() ? text(options.surface, "x", options.layers) : options.mesh;
  Report report{
      {"mesh", {{"name", name}, {"cells", grid.cell_nodes.size()}, {"edges", grid.edge_nodes.size()}}},
      {"ranks", comm.size()},
      {"vector_width", loops::vector_width},
      {"iterations", options.iterations}};

  const Stopwatch inspecting;
  Solver solver(comm, grid, owners, options.loops);
  const std::string plan = solver.plan();
  const double inspection_seconds = max(comm, inspecting.seconds());
  std::string remarks;
  for (const std::string& remark : solver.remarks()) remarks += text("remark: ", remark, "\n");
  if (first && options.plan) std::fputs((remarks + plan).c_str(), stdout);

  struct Before {
    double seconds;
    long runs;
  };
  std::vector<Before> before;  // the start does not count for the iterations
  for (const Solver::Timed& each : solver.loops()) before.push_back({each.loop.seconds(), each.loop.runs()});
  MPI_Barrier(comm.handle());
  const Stopwatch watch;
  const Report history = iterate(solver, options, first);
  report["rms"] = history.back()[1];
  report["history"] = history;
  Kokkos::fence();
  const double a_second = 1e3 / options.iterations;  // in milliseconds an iteration
  report["milliseconds_per_iteration"] = a_second * max(comm, watch.seconds());
  report["inspection_seconds"] = inspection_seconds;
  report["schedule"] = options.schedule;
  report["protocol"] = options.protocol;
  report["state_hash"] = hex(hash_of_state(comm, solver));
  report["loops"] = Report::object();
  for (std::size_t l = 0; l < before.size(); ++l) {
    const Solver::Timed& each = solver.loops()[l];
    const double seconds = max(comm, each.loop.seconds() - before[l].seconds);
    if (seconds == 0) continue;  // in kernels, without a profile
    const double bytes = sum(comm, each.bytes * static_cast<double>(each.loop.runs() - before[l].runs));
    report["loops"][each.loop.name()] = {{"milliseconds", a_second * seconds},
                                         {"gigabytes_per_second", bytes / seconds * 1e-9},
                                         {"lanes", max(comm, each.loop.lanes())}};
  }
  collectively(comm, [&] {
    if (!first) return;
    print(report);
    if (!options.report.empty()) write_whole(options.report, report.dump(2) + "\n");
  });
}

}  // namespace
}  // namespace partita::op2_airfoil

int main(int argc, char** argv) {
  return partita::run_kokkos_program("op2_airfoil", argc, argv, partita::op2_airfoil::parse_options,
                                     partita::op2_airfoil::run);
}
