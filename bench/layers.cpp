// What a second layer of ghosts gains: two sweeps of Roe's fluxes over the edges of a triangulated grid, with a
// gather before each sweep, or one gather of both layers before the two.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include <mpi.h>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/exchange.hpp>
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

airfoil::Primitive<2> primitive(const State& q) { return {q[0], {q[1], q[2]}, q[3]}; }

class Sweeps {
 public:
  Sweeps(const TranslationTable& table, std::span<const Edge> edges, int layers)
      : loop_(table, edges, layers),
        exchange_(loop_.pattern(), make_plan(loop_.pattern(), {.schedule = {.algorithm = Algorithm::ac}})),
        q_(static_cast<std::size_t>(loop_.pattern().local_size())),
        residual_(q_.size()) {
    for (local_index k = 0; k < table.owned(); ++k) {
      const double x = static_cast<double>(table.global(k) % 97) / 97;
      q_[static_cast<std::size_t>(k)] = {1 + 0.1 * x, 0.5, 0.1 * x, 1 / airfoil::heat_ratio};
    }
  }

  void gather() { exchange_.gather(q_); }

  void sweep(int k) {
    for (const local_index row : loop_.rows(k)) {
      const auto [a, b] = loop_.edges()[static_cast<std::size_t>(row)];
      const auto from = static_cast<std::size_t>(a), to = static_cast<std::size_t>(b);
      const auto flux = airfoil::roe_flux<2>(primitive(q_[from]), primitive(q_[to]), {0.6, 0.8}, 1e-6);
      const State through{flux.rho, flux.m[0], flux.m[1], flux.e};
      for (std::size_t c = 0; c < 4; ++c) residual_[from][c] -= through[c], residual_[to][c] += through[c];
    }
    for (std::size_t k = 0; k < q_.size(); ++k)
      for (std::size_t c = 0; c < 4; ++c) q_[k][c] += residual_[k][c], residual_[k][c] = 0;
  }

  void two_sweeps() {
    gather();
    sweep(0);
    if (loop_.layers() == 1) gather();
    sweep(loop_.layers() - 1);
  }

  // Without gathers.
  void compute() { sweep(0), sweep(loop_.layers() - 1); }

  std::size_t interior_edges() const {
    return static_cast<std::size_t>(std::ranges::count_if(loop_.edges(), [&](const LocalEdge& edge) {
      return std::max(edge[0], edge[1]) < loop_.pattern().owned();
    }));
  }
  const LayeredLoop& loop() const { return loop_; }
  std::span<const State> owned() const {
    return std::span(q_).first(static_cast<std::size_t>(loop_.pattern().owned()));
  }

 private:
  LayeredLoop loop_;
  Exchange exchange_;
  std::vector<State> q_, residual_;
};

// Seconds of each of some batches of the work, a batch's time divided by its length; of the slowest rank.
double seconds_of(const Communicator& comm, int batch, const auto& work) {
  MPI_Barrier(comm.handle());
  const Stopwatch watch;
  for (int k = 0; k < batch; ++k) work();
  return max(comm, watch.seconds()) / batch;
}

double median(std::vector<double> all) {
  std::ranges::nth_element(all, all.begin() + std::ssize(all) / 2);
  return all[all.size() / 2];
}

int run(int argc, char** argv, const Communicator& comm) {
  std::vector<int> points{100, 1000, 10000};
  std::string machine_file;
  int ranks_per_host = 0;
  double seconds = 5;
  CommandLine line("layers", "Two sweeps over edges with one or two layers of ghosts");
  line.add("--points", points, "Points a rank").delimiter(',');
  line.add("--machine", machine_file, "Predict for this machine");
  line.add("--ranks-per-host", ranks_per_host, "of the machine; 0: its file's");
  line.add("--seconds", seconds, "For each size");
  if (const auto exit_code = line.parse(argc, argv, comm.rank() == 0)) return *exit_code;

  if (comm.rank() == 0)
    std::printf("%8s %6s %9s %9s %9s %10s %10s %10s %10s %10s %10s\n", "points", "layers", "messages", "bytes",
                "edges", "compute us", "median us", "least us", "C us", "predicted", "overlapped");
  for (const int each : points) {
    const global_index vertices = global_index{each} * comm.size();
    std::vector<int> parts;
    const Grid grid = triangle_grid(comm, vertices, Numbering::rows);
    if (comm.rank() == 0)
      parts = mesh::partition_graph(grid.vertices, triangle_grid(Communicator(MPI_COMM_SELF), vertices, Numbering::rows).edges,
                                    comm.size(), {});
    const auto table = TranslationTable::from_partition(comm, parts);
    std::array<Sweeps, 2> both{{{table, grid.edges, 1}, {table, grid.edges, 2}}};
    std::array<std::vector<double>, 2> times;
    std::array<double, 2> computing{1e9, 1e9};
    for (int k = 0; k < 20; ++k)
      for (std::size_t w = 0; w < 2; ++w) {
        const Stopwatch watch;
        auto copy = k < 3 ? 0 : 1;
        both[w].compute();
        if (copy) computing[w] = std::min(computing[w], watch.seconds());
      }
    for (Sweeps& sweeps : both) sweeps = Sweeps(table, grid.edges, sweeps.loop().layers());
    const Stopwatch whole;
    for (int k = 0; k < 3 || max(comm, whole.seconds()) < seconds; ++k)
      for (std::size_t w = 0; w < 2; ++w)
        times[w].push_back(seconds_of(comm, 20, [&] { both[w].two_sweeps(); }));
    if (!std::ranges::equal(both[0].owned(), both[1].owned())) throw Error("the bits differ");
    for (std::size_t w = 0; w < 2; ++w) {
      const LayeredLoop& loop = both[w].loop();
      const int gathers = w == 0 ? 2 : 1;
      const auto messages = gathers * max(comm, std::int64_t(loop.pattern().needed_by().size()));
      std::int64_t needed = 0;
      for (const auto& n : loop.pattern().needed_by()) needed += std::int64_t(n.owned.size());
      const auto bytes = gathers * max(comm, needed) * std::int64_t(sizeof(State));
      const auto first = std::int64_t(loop.rows(0).size()), second = std::int64_t(loop.rows(loop.layers() - 1).size());
      const auto edges = max(comm, first + second);
      const double compute = max(comm, computing[w]);
      double c = 0, overlapped = 0;
      if (!machine_file.empty()) {
        Machine machine = read_machine(machine_file, comm.size());
        if (ranks_per_host) machine.ranks_per_host = ranks_per_host;
        ChoiceOptions options{.bytes_per_unit = sizeof(State)};
        options.schedule.machine = machine;
        c = choose(concatenate(comm, destination_vector(loop.pattern())), options).replay;
        const double inner = computing[w] * double(both[w].interior_edges()) / double(first + second);
        overlapped = max(comm, computing[w] - gathers * inner + gathers * std::max(inner, c));
      }
      if (comm.rank() == 0)
        std::printf("%8d %6d %9lld %9lld %9lld %10.1f %10.1f %10.1f %10.2f %10.1f %10.1f\n", each, loop.layers(),
                    (long long)messages, (long long)bytes, (long long)edges, 1e6 * compute, 1e6 * median(times[w]),
                    1e6 * std::ranges::min(times[w]), 1e6 * c, 1e6 * (compute + gathers * c), 1e6 * overlapped);
      else
        (void)0;
    }
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) { return partita::run_program("layers", argc, argv, partita::bench::run); }
