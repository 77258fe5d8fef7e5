// Wrapping one's own edge loop: heat spreads over the edges of a mesh, step by step.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <vector>

#include <mpi.h>

#include <partita/executor/exchange.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/support/reduce.hpp>

void run(const partita::Communicator& comm) {
  // Your mesh: each rank brings any share of the edges and of the partition vector. Here rank 0 has a grid
  // of 100 x 100 vertices, cut into strips, and the others bring nothing.
  constexpr int n = 100;
  std::vector<partita::Edge> edges;
  std::vector<int> parts;
  for (int v = 0; comm.rank() == 0 && v < n * n; ++v) {
    if (v % n < n - 1) edges.push_back({v, v + 1});
    if (v / n < n - 1) edges.push_back({v, v + n});
    parts.push_back(v / n * comm.size() / n);
  }

  // Inspect, schedule: once. The owners of both ends execute an edge, in the order of the global numbers.
  const auto table = partita::TranslationTable::from_partition(comm, parts);
  const auto loop = partita::inspect(table, edges, partita::Execution::both_sides);
  partita::Exchange halo(loop.pattern());

  // Execute: as often as wanted. Fields hold the owned values first, then the ghosts.
  std::vector<double> heat(loop.pattern().local_size()), change(heat.size());
  for (int k = 0; k < table.owned(); ++k) heat[k] = table.global(k) == 0 ? n * n : 0;
  for (int step = 0; step < 2000; ++step) {
    halo.gather(heat);
    std::fill(change.begin(), change.end(), 0.0);
    for (const auto [a, b] : loop.edges()) {
      const double flow = 0.2 * (heat[a] - heat[b]);
      change[a] -= flow;
      change[b] += flow;
    }
    for (int k = 0; k < table.owned(); ++k) heat[k] += change[k];  // ghosts have their sums on their owners
  }

  double warmest = 0, mine = 0;
  for (int k = 0; k < table.owned(); ++k) mine += heat[k], warmest = std::max(warmest, heat[k]);
  const double total = partita::sum(comm, mine);
  warmest = partita::max(comm, warmest);
  if (comm.rank() == 0) std::printf("heat in all %.6f of %d, warmest vertex %.6f\n", total, n * n, warmest);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    run(partita::Communicator(MPI_COMM_WORLD));
  } catch (const std::exception& error) {  // the other ranks may wait for this one
    std::fprintf(stderr, "edge_loop: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
