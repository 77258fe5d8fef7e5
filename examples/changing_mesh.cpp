// A mesh whose edges flip while the program runs: a loop that is updated, a second loop that gathers only
// what the first has not brought, and contributions that are added at home.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include <mpi.h>

#include <partita/executor/exchange.hpp>
#include <partita/inspector/algebra.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/support/reduce.hpp>

using partita::Edge, partita::local_index;

constexpr int n = 60, all = (n - 1) * (n - 1), steps = 40;  // vertices along a side, quadrilaterals

// Some quadrilaterals between the rows of vertices: edges along their diagonals, then along their tops and
// left sides; and the corners across, which the diagonals do not join.
struct Mesh {
  int first;
  std::vector<Edge> edges, across;
  Mesh(int first_of_all, int end) : first(first_of_all) {
    std::vector<Edge> sides;
    for (int q = first; q < end; ++q) {
      const int v = q / (n - 1) * n + q % (n - 1);
      edges.push_back({v, v + n + 1}), across.push_back({v + 1, v + n});
      sides.insert(sides.end(), {{v, v + 1}, {v, v + n}});
    }
    edges.insert(edges.end(), sides.begin(), sides.end());
  }

  std::vector<local_index> flip(int step) {  // @return the quadrilaterals that do in this step
    std::vector<local_index> flipped;
    for (int k = 0; k < static_cast<int>(across.size()); ++k)
      if (((first + k) * 31 + step * 17) % 97 == 0) std::swap(edges[k], across[k]), flipped.push_back(k);
    return flipped;
  }
};

std::int64_t start(std::int64_t v) { return v * v % 1009 * 1000; }

// The program without Partita, on the whole mesh. Tokens are whole numbers: no sum depends on its order.
// @return the differences over corners that no diagonal joins, in all steps
std::int64_t by_one_rank() {
  Mesh mesh(0, all);
  std::vector<std::int64_t> tokens;
  for (int v = 0; v < n * n; ++v) tokens.push_back(start(v));
  std::int64_t differences = 0;
  for (int step = 0; step < steps; ++step) {
    mesh.flip(step);
    for (const auto& [a, b] : mesh.across) differences += std::abs(tokens[a] - tokens[b]);
    std::vector<std::int64_t> change(tokens.size());
    for (const auto& [a, b] : mesh.edges) {
      const std::int64_t flow = (tokens[a] - tokens[b]) / 8;
      change[a] -= flow, change[b] += flow;
    }
    for (int v = 0; v < n * n; ++v) tokens[v] += change[v];
  }
  return differences;
}

std::int64_t by_all(const partita::Communicator& comm) {
  // Each rank has some quadrilaterals, and owns other vertices: the inspector brings both together.
  Mesh mesh(all * comm.rank() / comm.size(), all * (comm.rank() + 1) / comm.size());
  const auto table = partita::TranslationTable::block(comm, n * n);
  auto flows = partita::inspect(table, mesh.edges), bends = partita::inspect(table, mesh.across);
  auto rest = partita::subtract(bends.pattern(), flows.pattern());  // what the first loop has not brought
  partita::Exchange of_flows(flows.pattern()), of_rest(rest);

  std::int64_t differences = 0;
  std::vector<std::int64_t> tokens(table.owned()), change;
  for (int v = 0; v < table.owned(); ++v) tokens[v] = start(table.global(v));
  for (int step = 0; step < steps; ++step) {
    // The mesh changes: the program says which iterations differ, and the loops follow.
    const std::vector<local_index> flipped = mesh.flip(step);
    const partita::AccessPattern flows_before = flows.pattern(), rest_before = rest;
    flows = partita::update(std::move(flows), mesh.edges, flipped);
    bends = partita::update(std::move(bends), mesh.across, flipped);
    rest = partita::subtract(bends.pattern(), flows.pattern());
    // An exchange serves as long as its pattern is the same on all ranks.
    if (max(comm, int{flows.pattern() != flows_before})) of_flows = partita::Exchange(flows.pattern());
    if (max(comm, int{rest != rest_before})) of_rest = partita::Exchange(rest);
    // Owned tokens, ghosts of the flows, ghosts of the rest.
    tokens.resize(rest.local_size());
    const auto brought = std::span(tokens).first(flows.pattern().local_size());
    of_flows.gather(brought);
    of_rest.gather(tokens);
    const auto place = partita::renumbering(bends.pattern(), std::array{flows.pattern(), rest});
    for (const auto& [a, b] : bends.edges()) differences += std::abs(tokens[place[a]] - tokens[place[b]]);
    change.assign(brought.size(), 0);
    for (const auto& [a, b] : flows.edges()) {
      const std::int64_t flow = (tokens[a] - tokens[b]) / 8;
      change[a] -= flow, change[b] += flow;
    }
    of_flows.scatter_add(change);  // contributions to ghosts go home
    for (int v = 0; v < table.owned(); ++v) tokens[v] += change[v];
  }
  return sum(comm, differences);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    const partita::Communicator comm(MPI_COMM_WORLD);
    const std::int64_t differences = by_all(comm);
    if (differences != by_one_rank()) throw partita::Error("one rank gives another result; report this");
    if (comm.rank() == 0)
      std::printf("differences %lld, as by one rank\n", static_cast<long long>(differences));
  } catch (const std::exception& error) {  // the other ranks may wait for this one
    std::fprintf(stderr, "changing_mesh: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
