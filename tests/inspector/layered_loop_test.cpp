#include <algorithm>
#include <concepts>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/inspector/layered_loop.hpp>
#include <partita/support/error.hpp>

#include "tests/inspector/random_loop.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using namespace testing_support;

std::size_t at(std::integral auto index) { return static_cast<std::size_t>(index); }

// The sum at each end depends on the order of the edges in its last bits.
void sweep(std::vector<double>& q, const auto& edges, const auto& weights) {
  std::vector<double> residual(q.size());
  std::size_t e = 0;
  for (const auto& [a, b] : edges) {
    const double flow = weights[e++] * (q[at(a)] - q[at(b)]);
    residual[at(a)] -= flow, residual[at(b)] += flow;
  }
  for (std::size_t k = 0; k < q.size(); ++k) q[k] += residual[k];
}

// The least number of edges from a value of this rank, or more than `most`.
std::vector<int> distances(const RandomGraph& graph, int rank, int most) {
  std::vector<int> distance;
  for (const int part : graph.parts) distance.push_back(part == rank ? 0 : most + 1);
  for (int step = 0; step < most; ++step)
    for (const auto& [a, b] : graph.edges)
      for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}})
        if (distance[at(from)] == step) distance[at(to)] = std::min(distance[at(to)], step + 1);
  return distance;
}

// All of a random graph on this rank, and its layered loop.
struct RandomLayers {
  RandomLayers(const Communicator& comm, std::uint64_t seed)
      : graph(random_graph(comm.size(), seed)),
        layers(1 + static_cast<int>(seed % 3)),
        share(random_share(graph.edges, comm.rank(), comm.size(), seed + 1)),
        table(TranslationTable::from_partition(comm,
                                               random_share(graph.parts, comm.rank(), comm.size(), seed))),
        loop(table, share, layers),
        distance(distances(graph, comm.rank(), layers)) {
    std::vector<std::vector<global_index>> of_rank(at(comm.size()));
    for (global_index v = 0; v < graph.vertices; ++v) of_rank[at(graph.parts[at(v)])].push_back(v);
    numbers = of_rank[at(comm.rank())];
    for (const Location& ghost : loop.pattern().ghost_locations())
      numbers.push_back(of_rank[at(ghost.rank)][at(ghost.index)]);
  }

  RandomGraph graph;
  int layers;
  std::vector<Edge> share;
  TranslationTable table;
  LayeredLoop loop;
  std::vector<int> distance;          // of each vertex, from this rank
  std::vector<global_index> numbers;  // of local values
};

TEST(LayeredLoop, HasTheGhostsWithinItsLayersAndTheEdgesThatLeadToThem) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 40); ++seed) {
    const RandomLayers of(comm, seed);
    std::vector<global_index> ghosts(of.numbers.begin() + of.table.owned(), of.numbers.end()), expected;
    std::ranges::sort(ghosts);
    for (global_index v = 0; v < of.graph.vertices; ++v)
      if (of.distance[at(v)] > 0 && of.distance[at(v)] <= of.layers) expected.push_back(v);
    EXPECT_EQ(ghosts, expected) << "seed " << seed;

    ASSERT_EQ(of.loop.layers(), of.layers);
    for (int sweep = 0; sweep < of.layers; ++sweep) {
      std::vector<global_index> executed, within;
      for (const local_index row : of.loop.rows(sweep)) {
        executed.push_back(of.loop.iterations()[at(row)]);
        const auto [a, b] = of.loop.edges()[at(row)];
        EXPECT_EQ((Edge{of.numbers[at(a)], of.numbers[at(b)]}), of.graph.edges[at(executed.back())]);
      }
      for (std::size_t e = 0; e < of.graph.edges.size(); ++e) {
        const auto [a, b] = of.graph.edges[e];
        if (std::min(of.distance[at(a)], of.distance[at(b)]) < of.layers - sweep)
          within.push_back(static_cast<global_index>(e));
      }
      EXPECT_EQ(executed, within) << "seed " << seed << ", sweep " << sweep;
    }
    EXPECT_EQ(of.loop.rows(0).size(), of.loop.edges().size());
  }
}

TEST(LayeredLoop, GivesTheBitsOfSweepsWithAGatherBeforeEach) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 40); ++seed) {
    const RandomLayers of(comm, seed);
    Random random(seed);
    std::vector<double> weights(of.graph.edges.size()), q(at(of.graph.vertices)), local;
    for (double& weight : weights) weight = 1e-3 * random.below(1000);
    for (double& value : q) value = 1e-3 * random.below(1000);
    for (const global_index v : of.numbers) local.push_back(q[at(v)]);  // the gather
    const std::vector<double> taken = of.loop.take(random_share(weights, comm.rank(), comm.size(), seed + 1));

    for (int k = 0; k < of.layers; ++k) {
      sweep(q, of.graph.edges, weights);  // as on one rank
      std::vector<LocalEdge> edges;
      std::vector<double> weights_here;
      for (const local_index row : of.loop.rows(k)) {
        edges.push_back(of.loop.edges()[at(row)]);
        weights_here.push_back(taken[at(row)]);
      }
      sweep(local, edges, weights_here);
      for (std::size_t v = 0; v < local.size(); ++v)
        if (of.distance[at(of.numbers[v])] < of.layers - k) {
          ASSERT_EQ(local[v], q[at(of.numbers[v])]) << "seed " << seed << ", sweep " << k;
        }
    }
  }
}

TEST(LayeredLoop, WithOneLayerIsTheLoopOfInspect) {
  const Communicator comm(MPI_COMM_WORLD);
  const RandomLayers of(comm, 3);
  const InspectedLoop loop = inspect(of.table, of.share, Execution::both_sides);
  EXPECT_EQ(of.loop.pattern(), loop.pattern());
  EXPECT_TRUE(std::ranges::equal(of.loop.edges(), loop.edges()));
}

TEST(LayeredLoop, RefusesNoLayersAndOtherNumbersOnOtherRanks) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto table = TranslationTable::block(comm, 10);
  EXPECT_EQ(sentence_of([&] { LayeredLoop(table, {}, 0); }),
            "a loop has at least 1 layer of ghosts, not 0: give 1 for the neighbours' values alone");
  if (comm.size() > 1) {
    EXPECT_THROW(LayeredLoop(table, {}, 1 + comm.rank()), CollectiveError);
  }
}

}  // namespace
}  // namespace partita
