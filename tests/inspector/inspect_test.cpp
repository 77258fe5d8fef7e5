#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include <gtest/gtest.h>

#include <partita/inspector/inspect.hpp>
#include <partita/support/error.hpp>

#include "random_loop.hpp"

namespace partita {
namespace {

using testing_support::cases;
using testing_support::random_graph;
using testing_support::random_share;

TEST(InspectEdges, EveryIterationIsExecutedOnceByTheOwnerOfItsFirstEndPoint) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 100); ++seed) {
    const auto graph = random_graph(comm.size(), seed);
    const auto table =
        TranslationTable::from_partition(comm, random_share(graph.parts, comm.rank(), comm.size(), seed));
    const InspectedLoop loop = inspect(table, random_share(graph.edges, comm.rank(), comm.size(), seed + 1));

    std::vector<global_index> expected;
    for (std::size_t e = 0; e < graph.edges.size(); ++e)
      if (graph.parts[static_cast<std::size_t>(graph.edges[e][0])] == comm.rank())
        expected.push_back(static_cast<global_index>(e));
    EXPECT_EQ(loop.iterations().values(), expected) << "seed " << seed;
  }
}

TEST(InspectEdges, OnBothSidesEveryOwnerOfAnEndPointExecutesTheIteration) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 100); ++seed) {
    const auto graph = random_graph(comm.size(), seed);
    const auto table =
        TranslationTable::from_partition(comm, random_share(graph.parts, comm.rank(), comm.size(), seed));
    const InspectedLoop loop =
        inspect(table, random_share(graph.edges, comm.rank(), comm.size(), seed + 1), Execution::both_sides);

    std::vector<global_index> expected;
    const auto owned = [&](global_index vertex) {
      return graph.parts[static_cast<std::size_t>(vertex)] == comm.rank();
    };
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const auto [a, b] = graph.edges[e];
      if (owned(a) || owned(b)) expected.push_back(static_cast<global_index>(e));
    }
    EXPECT_EQ(loop.iterations().values(), expected);

    std::vector<global_index> numbers(graph.edges.size());
    std::iota(numbers.begin(), numbers.end(), global_index{0});
    const auto taken = loop.take(random_share(numbers, comm.rank(), comm.size(), seed + 1));
    EXPECT_EQ(taken, expected) << "the data of an iteration goes to all ranks that execute it";
  }
}

TEST(InspectEdges, LocalEndPointsStandForTheGlobalOnes) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 100); ++seed) {
    const auto graph = random_graph(comm.size(), seed);
    const auto table =
        TranslationTable::from_partition(comm, comm.rank() == 0 ? graph.parts : std::vector<int>{});
    const InspectedLoop loop = inspect(table, comm.rank() == 0 ? graph.edges : std::vector<Edge>{});
    for (std::size_t k = 0; k < loop.edges().size(); ++k) {
      const Edge& global = graph.edges[static_cast<std::size_t>(loop.iterations()[k])];
      for (std::size_t end = 0; end < 2; ++end) {
        const local_index local = loop.edges()[k][end];
        const bool owned = graph.parts[static_cast<std::size_t>(global[end])] == comm.rank();
        EXPECT_EQ(local < loop.pattern().owned(), owned);
        if (owned) {
          EXPECT_EQ(table.global(local), global[end]);
        }
      }
    }
  }
}

TEST(InspectEdges, TakesTheDataOfItsIterationsAlong) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 60); ++seed) {
    const auto graph = random_graph(comm.size(), seed);
    const auto table =
        TranslationTable::from_partition(comm, comm.rank() == 0 ? graph.parts : std::vector<int>{});
    std::vector<global_index> numbers(graph.edges.size());
    std::iota(numbers.begin(), numbers.end(), global_index{0});
    const InspectedLoop loop = inspect(table, random_share(graph.edges, comm.rank(), comm.size(), seed));
    const auto taken = loop.take(random_share(numbers, comm.rank(), comm.size(), seed));
    EXPECT_TRUE(std::equal(taken.begin(), taken.end(), loop.iterations().begin(), loop.iterations().end()));
  }
}

TEST(InspectEdges, LoopsInspectedTogetherShareOnePattern) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto graph = random_graph(comm.size(), 11);
  const auto table =
      TranslationTable::from_partition(comm, comm.rank() == 0 ? graph.parts : std::vector<int>{});
  const auto edges = comm.rank() == 0 ? graph.edges : std::vector<Edge>{};
  const std::vector<Edge> half(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(edges.size() / 2));
  const std::array all{IndexArray("end points", table, edges)}, some{IndexArray("end points", table, half)};
  const auto loops = inspect(comm, std::array{IndexedLoop{"all", all}, IndexedLoop{"some", some}});
  const InspectedLoop alone = inspect(table, edges);
  EXPECT_EQ(loops[0].pattern().ghosts(), alone.pattern().ghosts()) << "the second loop touches nothing new";
  EXPECT_EQ(loops[1].pattern().ghosts(), alone.pattern().ghosts());
  EXPECT_TRUE(std::equal(loops[0].edges().begin(), loops[0].edges().end(), alone.edges().begin(),
                         alone.edges().end()));
}

TEST(InspectEdges, RanksThatInspectDifferentNumbersOfLoopsAreToldSo) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank cannot disagree";
  const std::vector<Edge> none;
  const std::array array{IndexArray("end points", TranslationTable::block(comm, 4), none)};
  const std::vector<IndexedLoop> loops(comm.rank() == 0 ? 1 : 2, {"edges", array});
  EXPECT_THROW((void)inspect(comm, loops), CollectiveError);
}

TEST(InspectEdges, ABadEndPointIsNamedOnEveryRank) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto table = TranslationTable::block(comm, 4);
  std::vector<Edge> edges{{0, 1}};
  if (comm.rank() == comm.size() - 1) edges.push_back({2, 4});
  std::string message;
  try {
    (void)inspect(table, edges);
  } catch (const CollectiveError& error) {
    message = error.what();
  }
  EXPECT_EQ(message, text("loop \"edges\", index array \"end points\" of rank ", comm.size() - 1,
                          ", entry 3 (iteration 1): index 4 is out of range: the table holds 0 to 3"));
}

}  // namespace
}  // namespace partita
