// What a second layer of ghosts gains: pairs of sweeps of Roe's fluxes over the edges of a triangulated grid,
// with a gather before each sweep, or one gather of both layers before the two.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include <partita/executor/choosing/choose.hpp>
#include <partita/executor/exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/inspector/layered_loop.hpp>
#include <partita/io/machine_file.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "bench/triangle_grid.hpp"
#include "miniapps/airfoil/roe.hpp"
#include "miniapps/command_line.hpp"
#include "miniapps/program.hpp"

namespace partita::bench {
namespace {

using State = std::array<double, 4>;  // density, velocity, pressure

std::size_t at(local_index index) { return static_cast<std::size_t>(index); }

struct Sweeps {
  Sweeps(const TranslationTable& table, std::span<const Edge> edges, int layers)
      : loop(table, edges, layers),
        exchange(loop.pattern(), make_plan(loop.pattern(), {.schedule = {.algorithm = Algorithm::ac}})),
        q(at(loop.pattern().local_size())),
        residual(q.size()) {
    for (local_index k = 0; k < table.owned(); ++k)
      q[at(k)] = {1 + 1e-3 * static_cast<double>(table.global(k) % 97), 0.5, 0.1, 1 / airfoil::heat_ratio};
  }

  static airfoil::Primitive<2> primitive(const State& q) { return {q[0], {q[1], q[2]}, q[3]}; }

  void sweep(int number) {
    for (const local_index row : loop.rows(number)) {
      const auto [a, b] = loop.edges()[at(row)];
      const auto flux = airfoil::roe_flux<2>(primitive(q[at(a)]), primitive(q[at(b)]), {0.6, 0.8}, 1e-6);
      const State flow{flux.rho, flux.m[0], flux.m[1], flux.e};
      for (std::size_t c = 0; c < 4; ++c) residual[at(a)][c] -= flow[c], residual[at(b)][c] += flow[c];
    }
    for (std::size_t k = 0; k < q.size(); ++k)
      for (std::size_t c = 0; c < 4; ++c) q[k][c] += residual[k][c], residual[k][c] = 0;
  }
  void two_sweeps(bool gathers) {
    if (gathers) exchange.gather(q);
    sweep(0);
    if (gathers && loop.layers() == 1) exchange.gather(q);
    sweep(loop.layers() - 1);
  }

  std::size_t edges_executed() const { return loop.rows(0).size() + loop.rows(loop.layers() - 1).size(); }
  double microseconds_of_an_edge() {
    const Stopwatch watch;
    two_sweeps(false);
    return 1e6 * watch.seconds() / static_cast<double>(edges_executed());
  }

  LayeredLoop loop;
  Exchange exchange;
  std::vector<State> q, residual;
};

// Microseconds of the slowest rank.
double microseconds_of(const Communicator& comm, int repetitions, const auto& work) {
  MPI_Barrier(comm.handle());
  const Stopwatch watch;
  for (int k = 0; k < repetitions; ++k) work();
  return 1e6 * max(comm, watch.seconds()) / repetitions;
}

double median(std::vector<double> all) {
  std::ranges::nth_element(all, all.begin() + std::ssize(all) / 2);
  return all[all.size() / 2];
}

int run(int argc, char** argv, const Communicator& comm) {
  std::vector<int> points{100, 1000, 10000};
  std::string machine;
  double seconds = 5;
  CommandLine line(
      "layers",
      "Two sweeps over the edges of a grid in METIS's parts, with one or two layers of ghosts. Of the rank "
      "with the most: messages, bytes and edges executed. Microseconds: of both sweeps (medians, by turns); "
      "and predicted for a machine: of a gather, of both sweeps and their gathers in a row, and overlapped");
  line.add("--points", points, "Points a rank", "N,...").delimiter(',').check(between(1, 10'000'000));
  line.add("--machine", machine, "Machine file to predict for").check(existing_file());
  line.add("--seconds", seconds, "Time for each number of points").check(between(0.0, 1e6));
  if (const auto exit_code = line.parse(argc, argv, comm.rank() == 0)) return *exit_code;

  if (comm.rank() == 0)
    std::printf("  points  layers  messages   bytes   edges  measured   gather  in a row  overlapped\n");
  for (const int each : points) {
    const global_index vertices = global_index{each} * comm.size();
    const Grid grid = triangle_grid(comm, vertices, Numbering::rows);
    std::vector<int> parts;
    if (comm.rank() == 0) {
      const Grid whole = triangle_grid(Communicator(MPI_COMM_SELF), vertices, Numbering::rows);
      parts = mesh::partition_graph(whole.vertices, whole.edges, comm.size(), {});
    }
    const auto table = TranslationTable::from_partition(comm, parts);
    std::array both{Sweeps(table, grid.edges, 1), Sweeps(table, grid.edges, 2)};
    std::array<std::vector<double>, 2> times;
    const Stopwatch watch;
    for (int k = 0; k < 5 || max(comm, watch.seconds()) < seconds; ++k)
      for (std::size_t w = 0; w < 2; ++w)
        times[w].push_back(microseconds_of(comm, 20, [&] { both[w].two_sweeps(true); }));
    if (!std::equal(both[0].q.begin(), both[0].q.begin() + table.owned(), both[1].q.begin()))
      throw Error("two layers give other bits than one");

    double edge = 1e9;  // microseconds: the least, because other programs run, too
    for (std::size_t k = 0; k < 100; ++k) edge = std::min(edge, both[k % 2].microseconds_of_an_edge());
    edge = min(comm, edge);

    for (std::size_t w = 0; w < 2; ++w) {
      const LayeredLoop& loop = both[w].loop;
      const AccessPattern& pattern = loop.pattern();
      const int gathers = 2 / loop.layers();
      ChoiceOptions options{.bytes_per_unit = sizeof(State)};
      if (!machine.empty()) options.schedule.machine = read_machine(machine, comm.size());
      const double gather = 1e6 * choose(concatenate(comm, destination_vector(pattern)), options).replay;
      // The sweep after a gather may execute the edges without ghosts while the messages travel.
      const double meanwhile =
          edge * static_cast<double>(std::ranges::count_if(loop.edges(), [&](const LocalEdge& ends) {
            return std::max(ends[0], ends[1]) < table.owned();
          }));
      const auto most = [&](auto number) { return max(comm, static_cast<double>(number)); };
      const double edges = most(both[w].edges_executed());
      const double messages = most(gathers * std::ssize(pattern.ghost_runs()));
      const double bytes = most(gathers * pattern.ghosts() * sizeof(State));
      const double waits = most(gathers * std::max(0.0, gather - meanwhile));
      if (comm.rank() == 0)
        std::printf("%8d %7d %9.0f %7.0f %7.0f %9.0f %8.1f %9.1f %11.1f\n", each, loop.layers(), messages,
                    bytes, edges, median(times[w]), gather, edges * edge + gathers * gather,
                    edges * edge + waits);
    }
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) { return partita::run_program("layers", argc, argv, partita::bench::run); }
