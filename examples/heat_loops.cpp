// Heat spreads over the edges of a mesh, as in edge_loop.cpp. The loop wrapper makes all exchanges.
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <vector>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <partita/loops/domain.hpp>

using namespace partita::loops;

void run(const partita::Communicator& comm) {
  // Your mesh: each rank passes any share of everything. Here rank 0 has a grid of 100 x 100 vertices, cut
  // into strips, and the other ranks pass nothing.
  constexpr int n = 100;
  std::vector<partita::Edge> edge_table;
  std::vector<int> parts;
  for (int v = 0; comm.rank() == 0 && v < n * n; ++v) {
    if (v % n < n - 1) edge_table.push_back({v, v + 1});
    if (v / n < n - 1) edge_table.push_back({v, v + n});
    parts.push_back(v / n * comm.size() / n);
  }
  std::vector<double> initial(parts.size());
  if (!initial.empty()) initial.front() = n * n;

  Domain domain(comm);
  const Set nodes = domain.set("nodes", parts.size()), edges = domain.set("edges", edge_table.size());
  const Map ends = domain.map("ends", edges, nodes, edge_table);
  const auto heat = domain.field<double, 1>("heat", nodes, initial);
  const auto change = domain.field<double, 1>("change", nodes);
  const auto total = domain.global<double>("total");
  const auto warmest = domain.global<double>("warmest");
  domain.partition(nodes, parts);  // edges follow

  const Loop conduct = domain.loop(
      "conduct", edges, read(heat, ends[0]), read(heat, ends[1]), increment(change, ends[0]),
      increment(change, ends[1]), KOKKOS_LAMBDA(double a, double b, double& to_a, double& to_b) {
        to_a -= 0.2 * (a - b);
        to_b += 0.2 * (a - b);
      });
  const Loop warm = domain.loop(
      "warm", nodes, read_write(heat), read_write(change),
      KOKKOS_LAMBDA(double& t, double& dt) { t += dt, dt = 0; });
  const Loop measure = domain.loop(
      "measure", nodes, read(heat), sum(total), maximum(warmest),
      KOKKOS_LAMBDA(double t, double& sum, double& most) { sum = t, most = t; });

  Chain step = domain.chain("step", conduct, warm);
  for (int k = 0; k < 1000; ++k) step();

  std::vector<int> columns;  // another partition, at any time: loops and chains stay declared
  for (const auto v : nodes.numbers()) columns.push_back(static_cast<int>(v % n * comm.size() / n));
  domain.partition(nodes, columns);
  for (int k = 0; k < 1000; ++k) step();
  measure();

  const std::string plan = step.plan();
  const double in_all = total.value(), most = warmest.value();
  if (comm.rank() == 0)
    std::printf("%sheat in all %.6f of %d, warmest vertex %.6f\n", plan.c_str(), in_all, n * n, most);
}

int main(int argc, char** argv) {
  int threads;  // Kokkos's, the first of which alone calls MPI
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
  try {
    const Kokkos::ScopeGuard kokkos(argc, argv);
    run(partita::Communicator(MPI_COMM_WORLD));
  } catch (const std::exception& error) {  // the other ranks may wait for this one
    std::fprintf(stderr, "heat_loops: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
