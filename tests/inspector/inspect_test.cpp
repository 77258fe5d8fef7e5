// Loops over edges of one set: loops through one index array, which inspected_loop_test.cpp specifies.
#include <array>

#include <gtest/gtest.h>

#include <partita/inspector/inspect.hpp>
#include <partita/support/error.hpp>

#include "random_loop.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using namespace testing_support;

TEST(InspectEdges, IsToInspectOneIndexArray) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 100); ++seed) {
    const auto graph = random_graph(comm.size(), seed);
    const auto table =
        TranslationTable::from_partition(comm, random_share(graph.parts, comm.rank(), comm.size(), seed));
    const auto share = random_share(graph.edges, comm.rank(), comm.size(), seed + 1);
    const std::array arrays{IndexArray("end points", table, share)};
    for (const auto& [execution, name] : executions) {
      const InspectedLoop loop = inspect(table, share, execution);
      EXPECT_EQ(fingerprint(loop), fingerprint(inspect(comm, "edges", arrays, execution)))
          << name << ", seed " << seed;
      EXPECT_EQ(loop.name(), "edges");
      ASSERT_EQ(loop.edges().size(), loop.iterations().size());
      for (std::size_t k = 0; k < loop.edges().size(); ++k)
        for (const std::size_t end : {0, 1}) {
          const global_index global = graph.edges[static_cast<std::size_t>(loop.iterations()[k])][end];
          EXPECT_EQ(table.local(global).value_or(loop.edges()[k][end]), loop.edges()[k][end]);
        }
    }
  }
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
  EXPECT_EQ(sentence_of<CollectiveError>([&] { (void)inspect(table, edges); }),
            text("loop \"edges\", index array \"end points\" of rank ", comm.size() - 1,
                 ", entry 3 (iteration 1): index 4 is out of range: the table holds 0 to 3"));
}

}  // namespace
}  // namespace partita
