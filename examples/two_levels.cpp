// A two-level cycle on the edges of a mesh: smooth, restrict the residual, smooth there, correct, smooth.
// Levels are placed by a partition each, and the whole cycle is one chain.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <vector>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <partita/loops/domain.hpp>

using namespace partita::loops;

// Each vertex gives to its neighbours what it has more, and a little to the outside: (L + shift) u = f.
constexpr double shift = 0.05, weight = 0.8 / 4;

void run(const partita::Communicator& comm) {
  // Rank 0 has a grid of 96 x 96 vertices; a coarse one is a square of 4 of them. Other ranks bring nothing.
  constexpr int n = 96, m = n / 2;
  std::vector<partita::Edge> edge_table;
  std::vector<int> parent_table, of_fine, of_coarse;
  std::vector<double> sources;
  for (int v = 0; comm.rank() == 0 && v < n * n; ++v) {
    const int i = v % n, j = v / n;
    if (i < n - 1) edge_table.push_back({v, v + 1});
    if (j < n - 1) edge_table.push_back({v, v + n});
    parent_table.push_back(j / 2 * m + i / 2);
    of_fine.push_back(j * comm.size() / n);
    sources.push_back(i == n / 3 && j == n / 3 ? 1 : 0);
  }
  for (int v = 0; comm.rank() == 0 && v < m * m; ++v) of_coarse.push_back(v / m * comm.size() / m);

  Domain domain(comm);
  const Set fine = domain.set("fine", of_fine.size()), coarse = domain.set("coarse", of_coarse.size()),
            edges = domain.set("edges", edge_table.size());
  const Map ends = domain.map("ends", edges, fine, edge_table),
            parent = domain.map("parent", fine, coarse, parent_table);
  const auto f = domain.field<double, 1>("f", fine, sources);
  domain.partition({{fine, of_fine}, {coarse, of_coarse}});  // edges follow
  const Map above = domain.map("above", ends.then(parent));  // edges -> coarse

  const auto u = domain.field<double, 1>("u", fine), flow = domain.field<double, 1>("flow", fine);
  const auto residual = domain.field<double, 1>("residual", fine);
  const auto correction = domain.field<double, 1>("correction", coarse);
  const auto flow_above = domain.field<double, 1>("flow above", coarse);
  const auto f_above = domain.field<double, 1>("f above", coarse);
  const auto square = domain.global<double>("square");

  const auto exchange = KOKKOS_LAMBDA(double a, double b, double& to_a, double& to_b) {
    to_a -= a - b;
    to_b += a - b;
  };
  const Loop spread = domain.loop("spread", edges, read(u, ends[0]), read(u, ends[1]),
                                  increment(flow, ends[0]), increment(flow, ends[1]), exchange);
  const Loop relax = domain.loop(
      "relax", fine, read(f), read_write(flow), read_write(u),
      KOKKOS_LAMBDA(double f, double& flow, double& u) {
        u += weight * (f + flow - shift * u);
        flow = 0;
      });
  const Loop rest = domain.loop(
      "rest", fine, read(f), read(u), read_write(flow), write(residual), sum(square),
      KOKKOS_LAMBDA(double f, double u, double& flow, double& residual, double& square) {
        residual = f + flow - shift * u;
        square = residual * residual;
        flow = 0;
      });
  const Loop restrict_it = domain.loop(
      "restrict", fine, read(residual), increment(f_above, parent[0]),
      KOKKOS_LAMBDA(double residual, double& f) { f += residual; });
  const Loop spread_above =
      domain.loop("spread above", edges, read(correction, above[0]), read(correction, above[1]),
                  increment(flow_above, above[0]), increment(flow_above, above[1]), exchange);
  const Loop relax_above = domain.loop(
      "relax above", coarse, read(f_above), read_write(flow_above), read_write(correction),
      KOKKOS_LAMBDA(double f, double& flow, double& c) {
        c += weight / 2 * (f + flow - 4 * shift * c);  // 2 edges lead to each neighbour
        flow = 0;
      });
  // Corrections are constant on each square, which makes them too small: 1.8 is about right in the plane.
  const Loop correct = domain.loop(
      "correct", fine, read(correction, parent[0]), read_write(u),
      KOKKOS_LAMBDA(double c, double& u) { u += 1.8 * c; });
  const Loop clear = domain.loop(
      "clear", coarse, write(correction), write(f_above), KOKKOS_LAMBDA(double& c, double& f) { c = f = 0; });

  const std::vector<Loop> smooth{spread, relax}, smooth_above{spread_above, relax_above};
  const std::vector<std::vector<Loop>> twice(2, smooth), often(20, smooth_above);
  Chain cycle = domain.chain("cycle", clear, twice, spread, rest, restrict_it, often, correct, twice);
  std::array<double, 3> norms{};
  int cycles = 0;
  for (double& norm : norms)
    for (int k = 0; k < 10; ++k, ++cycles) {
      cycle();
      norm = std::sqrt(square.value());
    }
  double heat = 0;
  u.gather_to_root([&](partita::global_index, double value) { heat += shift * value; });
  if (comm.rank() == 0)
    std::printf("residual after 10, 20, %d cycles: %.3e %.3e %.3e; %.4f of 1 has left\n", cycles, norms[0],
                norms[1], norms[2], heat);
}

int main(int argc, char** argv) {
  int threads;  // Kokkos's, the first of which alone calls MPI
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
  try {
    const Kokkos::ScopeGuard kokkos(argc, argv);
    run(partita::Communicator(MPI_COMM_WORLD));
  } catch (const std::exception& error) {  // the other ranks may wait for this one
    std::fprintf(stderr, "two_levels: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
