#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>

#include <gtest/gtest.h>

#include <partita/inspector/remap.hpp>
#include <partita/support/error.hpp>
#include <partita/support/random.hpp>

#include "tests/random_graph.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using namespace testing_support;

// How many cases a property is tried on: with more ranks fewer, but larger ones.
std::uint64_t remaps(const Communicator& comm) { return 800 / static_cast<std::uint64_t>(comm.size()); }

TEST(Remap, BringsItemsToTheirOwnersInGlobalOrderAndBack) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < remaps(comm); ++seed) {
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

TEST(Remap, MovesAnyFieldsAndIndexArraysAtOnce) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < remaps(comm); ++seed) {
    const auto graph = random_graph(comm.size(), seed);
    Random random(seed);
    std::vector<int> owner_of_edge;
    for (std::size_t e = 0; e < graph.edges.size(); ++e)
      owner_of_edge.push_back(static_cast<int>(random.below(static_cast<std::uint32_t>(comm.size()))));
    std::vector<std::array<double, 3>> normals;
    for (const auto& [a, b] : graph.edges)
      normals.push_back({static_cast<double>(a), static_cast<double>(b), 1.0 / static_cast<double>(a + 1)});

    const auto share = [&](const auto& all) { return random_share(all, comm.rank(), comm.size(), seed); };
    const auto ends_before = share(graph.edges);
    const auto normals_before = share(normals);
    std::vector<char> kinds_before(ends_before.size());
    for (std::size_t k = 0; k < kinds_before.size(); ++k) kinds_before[k] = static_cast<char>('a' + k % 26);

    const Remap remap(comm, share(owner_of_edge));
    const auto [kinds, ends, normal] =
        remap.forward(kinds_before, ends_before, std::span<const std::array<double, 3>>(normals_before));
    EXPECT_EQ(kinds, remap.forward(kinds_before)) << "together as alone, seed " << seed;
    EXPECT_EQ(ends, remap.forward(ends_before)) << "together as alone, seed " << seed;
    EXPECT_EQ(normal, remap.forward(normals_before)) << "together as alone, seed " << seed;

    const auto [kinds_after, ends_after, normals_after] = remap.backward(kinds, ends, normal);
    EXPECT_EQ(kinds_after, kinds_before) << "back exactly, seed " << seed;
    EXPECT_EQ(ends_after, ends_before) << "back exactly, seed " << seed;
    EXPECT_EQ(normals_after, normals_before) << "back exactly, seed " << seed;
  }
}

TEST(Remap, AnItemMayGoToSeveralRanksAndTheLowestAnswersForIt) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < remaps(comm); ++seed) {
    // Every edge goes to the owners of its two end points; often they are one.
    const auto graph = random_graph(comm.size(), seed);
    const auto owner = [&](global_index v) { return graph.parts[static_cast<std::size_t>(v)]; };
    std::vector<Edge> expected;
    for (const auto& [a, b] : graph.edges)
      if (owner(a) == comm.rank() || owner(b) == comm.rank()) expected.push_back({a, b});

    const auto mine = random_share(graph.edges, comm.rank(), comm.size(), seed);
    const auto goes_to = [&](const Edge& edge, int rank) {
      return owner(edge[0]) == rank || owner(edge[1]) == rank;
    };
    std::vector<Departure> leaving;
    std::vector<Arrival> arriving;
    for (int rank = 0; rank < comm.size(); ++rank) {
      Departure departure{rank, {}};
      for (std::size_t k = 0; k < mine.size(); ++k)
        if (goes_to(mine[k], rank)) departure.items.push_back(static_cast<global_index>(k));
      if (!departure.items.empty()) leaving.push_back(departure);
      const auto share = random_share(graph.edges, rank, comm.size(), seed);
      const auto items = std::ranges::count_if(share, [&](const Edge& e) { return goes_to(e, comm.rank()); });
      if (items > 0) arriving.push_back({rank, static_cast<std::size_t>(items)});
    }
    const Remap remap(comm, mine.size(), leaving, arriving);
    EXPECT_EQ(remap.forward(mine), expected) << "seed " << seed;

    const std::vector<int> executed_by(remap.items_arriving(), comm.rank());
    const auto [edges, lowest] = remap.backward(expected, executed_by);
    EXPECT_EQ(edges, mine) << "seed " << seed;
    for (std::size_t k = 0; k < mine.size(); ++k)
      EXPECT_EQ(lowest[k], std::min(owner(mine[k][0]), owner(mine[k][1]))) << "seed " << seed;
  }
}

TEST(Remap, OneRanksWrongNumberOfValuesIsEveryRanksError) {
  const Communicator comm(MPI_COMM_WORLD);
  const int last = comm.size() - 1;
  const Remap remap(comm, std::vector<int>{0});
  const std::vector<double> right(1), wrong(comm.rank() == last ? 2 : 1);
  EXPECT_EQ(sentence_of<CollectiveError>([&] { (void)remap.forward(right, wrong); }),
            text("rank ", last, " has 1 items to move and brings 2 values in field 1; give one per item"));
  EXPECT_THROW((void)remap.backward(std::vector<double>(99)), CollectiveError);
}

TEST(Remap, RanksThatBringDifferentFieldsAreToldSo) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank cannot disagree";
  const Remap remap(comm, std::vector<int>{0});
  const std::vector<double> doubles(1);
  const std::vector<float> floats(1);
  EXPECT_THROW(comm.rank() == 0 ? (void)remap.forward(doubles) : (void)remap.forward(floats),
               CollectiveError);
  EXPECT_THROW(comm.rank() == 0 ? (void)remap.forward(doubles) : (void)remap.forward(doubles, doubles),
               CollectiveError);
}

TEST(Remap, AWrongDestinationIsNamedOnEveryRank) {
  const Communicator comm(MPI_COMM_WORLD);
  const int last = comm.size() - 1;
  const bool wrong = comm.rank() == last;
  EXPECT_EQ(
      sentence_of<CollectiveError>([&] {
        Remap(comm, std::vector<int>{0, wrong ? comm.size() : 0});
      }),
      text("item 1 of rank ", last, " is to go to rank ", comm.size(), ", but the ranks are 0 to ", last));
  EXPECT_EQ(sentence_of<CollectiveError>([&] { Remap(comm, std::vector<int>{wrong ? -1 : 0}); }),
            text("item 0 of rank ", last, " is to go to rank -1, but the ranks are 0 to ", last));
}

}  // namespace
}  // namespace partita
