#include <numeric>

#include <gtest/gtest.h>

#include <partita/inspector/remap.hpp>

#include "tests/random_graph.hpp"

namespace partita {
namespace {

using testing_support::random_graph;
using testing_support::random_share;

TEST(Remap, BringsItemsToTheirOwnersInGlobalOrderAndBack) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto graph = random_graph(comm.size(), seed);
    std::vector<double> numbers(graph.parts.size());
    std::iota(numbers.begin(), numbers.end(), 0.5);
    const auto owners = random_share(graph.parts, comm.rank(), comm.size(), seed);
    const auto mine = random_share(numbers, comm.rank(), comm.size(), seed);

    std::vector<double> expected;
    for (std::size_t k = 0; k < numbers.size(); ++k)
      if (graph.parts[k] == comm.rank()) expected.push_back(numbers[k]);

    const Remap remap(comm, owners);
    const auto arrived = remap.forward(mine);
    EXPECT_EQ(arrived, expected) << "seed " << seed;
    EXPECT_EQ(remap.items_arriving(), expected.size());
    EXPECT_EQ(remap.backward(arrived), mine) << "seed " << seed;
  }
}

TEST(Remap, OneRanksWrongNumberOfValuesIsEveryRanksError) {
  const Communicator comm(MPI_COMM_WORLD);
  const Remap remap(comm, std::vector<int>{0});
  const std::vector<double> values(comm.rank() == comm.size() - 1 ? 2 : 1);
  EXPECT_THROW((void)remap.forward(values), CollectiveError);
  EXPECT_THROW((void)remap.backward(std::vector<double>(99)), CollectiveError);
}

}  // namespace
}  // namespace partita
