// The airfoil's steps by the loop wrapper and as plain loops over plain arrays, in turn in one process: ns an
// edge and stage. Meshes of the generator, and those that are given.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <nlohmann/json.hpp>

#include <partita/support/atomic_file.hpp>
#include <partita/support/stopwatch.hpp>

#include "flow_about.hpp"
#include "geometry.hpp"
#include "miniapps/command_line.hpp"
#include "miniapps/kokkos_program.hpp"
#include "reference.hpp"
#include "solver.hpp"

namespace partita::bench {
namespace {

struct Result {
  std::string mesh;
  std::size_t edges;
  double nanoseconds, nanoseconds_reference;
  double difference;                                  ///< largest of the residuals, over the largest residual
  std::vector<std::pair<std::string, double>> loops;  ///< ns an edge and stage
};

// Of the residuals of the solver's flow, without a vortex: the largest, over the largest residual.
template <int D>
double difference_of(const airfoil::Solver<D>& solver, airfoil::DistributedMesh<D>& mesh,
                     const airfoil::Flow<D>& flow, Reference<D>& reference) {
  const auto state = mesh.on_first_rank(solver.equations().flow_values().values());
  airfoil::Equations<D> equations(mesh, flow);
  auto q = equations.flow_values();
  q.assign(solver.equations().flow_values().values());
  equations.evaluation("residual")();
  for (std::size_t v = 0; v < state.size(); ++v)
    reference.flow_values()[v] = airfoil::primitive_in<D>(state[v]);
  reference.evaluate();

  const auto residual = mesh.on_first_rank(equations.residuals().values());
  double largest = 0, difference = 0;
  for (std::size_t v = 0; v < residual.size(); ++v) {
    airfoil::Row<D> expected;
    put(reference.residuals()[v], expected);
    for (int c = 0; c < D + 2; ++c) {
      largest = std::max(largest, std::fabs(expected[c]));
      difference = std::max(difference, std::fabs(expected[c] - residual[v][c]));
    }
  }
  return difference / largest;
}

template <int D>
Result measure(const std::string& name, mesh::Draft given, airfoil::Options options, int rounds,
               const Communicator& comm) {
  if (D == 3) options.mach = 0.84, options.alpha = 3.06;
  const auto geometry = airfoil::prepare<D>(comm, std::move(given), options);
  const airfoil::Flow<D> flow = airfoil::flow_about(geometry, options, comm);
  airfoil::DistributedMesh<D> mesh(comm, geometry);
  airfoil::Solver<D> solver(mesh, flow);
  Reference<D> reference(geometry, flow);

  const double stages = std::size(airfoil::stages) * static_cast<double>(geometry.edges.size());
  constexpr double never = std::numeric_limits<double>::max();
  Result result{name, geometry.edges.size(), never, never, 0, {}};
  std::vector<double> before;
  for (int step = 0; step < 2; ++step) solver.step();
  result.difference = difference_of(solver, mesh, flow, reference);
  reference.start_from(flow);
  for (const loops::Loop& loop : solver.stage()) before.push_back(loop.seconds());
  for (int round = 0; round < rounds; ++round) {
    Stopwatch watch;
    solver.step();
    Kokkos::fence();
    result.nanoseconds = std::min(result.nanoseconds, 1e9 * watch.seconds() / stages);
    watch.restart();
    reference.step();
    result.nanoseconds_reference = std::min(result.nanoseconds_reference, 1e9 * watch.seconds() / stages);
  }
  for (std::size_t k = 0; k < before.size(); ++k)
    if (const double seconds = solver.stage()[k].seconds() - before[k]; seconds > 0)  // 0: in kernels
      result.loops.emplace_back(solver.stage()[k].name(), 1e9 * seconds / (rounds * stages));
  return result;
}

int run(int argc, char** argv, const Communicator& comm) {
  std::vector<std::string> points{"192x48", "768x192"}, files;
  std::string json_file;
  int rounds = 40;
  CommandLine line("flux_sweep", "The airfoil's steps by the loop wrapper and by plain loops, on one rank");
  line.add("--points", points, "Sizes of the generator's grids", "NxM").delimiter(',');
  line.add("--mesh", files, "Mesh files, of an airfoil or a wing", "FILE").delimiter(',');
  line.add("--rounds", rounds, "Steps of each, in turn; the fastest counts").check(between(1, 1000000));
  line.add("--json", json_file, "Write the figures as JSON", "FILE");
  if (const auto exit_code = line.parse(argc, argv, comm.rank() == 0)) return *exit_code;
  if (comm.size() > 1) throw CollectiveError("plain loops are serial; start one rank");

  std::vector<Result> results;
  const auto take = [&](const std::string& name, const airfoil::Options& options) {
    mesh::Draft draft = airfoil::read_or_make(comm, options);
    results.push_back(draft.mesh.dimension == 2 ? measure<2>(name, std::move(draft), options, rounds, comm)
                                                : measure<3>(name, std::move(draft), options, rounds, comm));
    const Result& r = results.back();
    std::printf("%-28s %9zu %9.2f %9.2f %7.3f %11.1e  ", name.c_str(), r.edges, r.nanoseconds,
                r.nanoseconds_reference, r.nanoseconds / r.nanoseconds_reference, r.difference);
    for (const auto& [loop, nanoseconds] : r.loops) std::printf(" %s %.2f", loop.c_str(), nanoseconds);
    std::printf("\n");
    std::fflush(stdout);
  };
  std::printf("ns an edge and stage, vectors of %d bits\n", loops::vector_width);
  std::printf("%-28s %9s %9s %9s %7s %11s   loops (means)\n", "mesh", "edges", "wrapper", "plain", "ratio",
              "difference");
  for (const std::string& size : points) {
    airfoil::Options options;
    char by = 0;
    std::istringstream in(size);
    if (!(in >> options.naca.surface_points >> by >> options.naca.radial_points) || by != 'x')
      throw CollectiveError("--points: wants NxM, such as 192x48, not \"", size, "\"");
    take(size, options);
  }
  for (const std::string& file : files) {
    airfoil::Options options;
    options.mesh = file;
    take(std::filesystem::path(file).filename().string(), options);
  }
  if (json_file.empty()) return 0;
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Result& r : results)
    all.push_back({{"mesh", r.mesh},
                   {"nanoseconds", r.nanoseconds},
                   {"nanoseconds_reference", r.nanoseconds_reference},
                   {"ratio", r.nanoseconds / r.nanoseconds_reference},
                   {"difference", r.difference}});
  write_whole(json_file, all.dump(2) + "\n");
  return 0;
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) {
  return partita::run_program_with_kokkos("flux_sweep", argc, argv, partita::bench::run);
}
