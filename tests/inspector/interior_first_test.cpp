#include <algorithm>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include <partita/inspector/inspect.hpp>
#include <partita/inspector/inspected_loop.hpp>
#include <partita/support/error.hpp>

#include "random_loop.hpp"

namespace partita {
namespace {

using namespace testing_support;

TEST(InteriorFirst, EdgesThatTouchAGhostComeLastAndBothPartsAscend) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 100); ++seed) {
    const auto graph = random_graph(comm.size(), seed);
    const auto table =
        TranslationTable::from_partition(comm, random_share(graph.parts, comm.rank(), comm.size(), seed));
    const auto [loop, interior] = interior_first(
        inspect(table, random_share(graph.edges, comm.rank(), comm.size(), seed + 1), Execution::both_sides));

    std::vector<global_index> expected, border;
    const auto owned = [&](global_index vertex) {
      return graph.parts[static_cast<std::size_t>(vertex)] == comm.rank();
    };
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const auto [a, b] = graph.edges[e];
      if (owned(a) || owned(b))
        (owned(a) && owned(b) ? expected : border).push_back(static_cast<global_index>(e));
    }
    EXPECT_EQ(interior, expected.size());
    expected.insert(expected.end(), border.begin(), border.end());
    EXPECT_EQ(loop.iterations().values(), expected);
    for (const auto [a, b] : loop.edges().first(interior)) EXPECT_LT(std::max(a, b), table.owned());
    for (const auto [a, b] : loop.edges().subspan(interior)) EXPECT_GE(std::max(a, b), table.owned());

    std::vector<global_index> numbers(graph.edges.size());
    std::iota(numbers.begin(), numbers.end(), global_index{0});
    EXPECT_EQ(loop.take(random_share(numbers, comm.rank(), comm.size(), seed + 1)), expected);
  }
}

// Several index arrays, with and without numbers of the iterations, which come in any order.
TEST(InteriorFirst, KeepsTheRowsOfEveryIterationAndCanBeUpdated) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 60); ++seed) {
    const RandomLoop random = random_loop(comm.size(), seed);
    const Tabled sets_of(comm, random);
    std::vector<Row> share = random_share(random.rows, comm.rank(), comm.size(), seed);
    std::vector<global_index> shuffled(random.rows.size());
    std::iota(shuffled.begin(), shuffled.end(), global_index{5});
    Random(seed).shuffle(shuffled);
    std::optional<std::vector<global_index>> numbers;
    if (seed % 2 == 0) numbers = random_share(shuffled, comm.rank(), comm.size(), seed);
    const auto inspected = [&](const IndexArrays& given) {
      return inspect(comm, std::array{IndexedLoop{"edges", given.arrays, Execution::both_sides, numbers}})
          .front();
    };
    const IndexArrays before(sets_of, share);
    const InspectedLoop natural = inspected(before);
    const auto [loop, interior] = interior_first(natural);

    std::map<global_index, std::size_t> row_of;  // in `natural`
    for (std::size_t k = 0; k < natural.iterations().size(); ++k) row_of[natural.iterations()[k]] = k;
    ASSERT_EQ(loop.iterations().size(), row_of.size());
    for (std::size_t k = 0; k < row_of.size(); ++k) {
      const std::size_t row = row_of.at(loop.iterations()[k]);
      EXPECT_EQ(loop.rows<2>(0)[k], natural.rows<2>(0)[row]) << "seed " << seed;
      EXPECT_EQ(loop.rows<1>(1)[k], natural.rows<1>(1)[row]) << "seed " << seed;
      EXPECT_EQ(loop.rows<3>(2)[k], natural.rows<3>(2)[row]) << "seed " << seed;
    }
    EXPECT_EQ(fingerprint(interior_first(loop).loop), fingerprint(loop)) << "nothing is left to move";
    EXPECT_EQ(interior_first(loop).interior, interior);
    const bool moved = !std::ranges::equal(loop.iterations().values(), natural.iterations().values());
    EXPECT_EQ(update(loop, before.arrays, numbers, std::vector<local_index>()).edited(), moved)
        << "rows move back";
    EXPECT_FALSE(update(natural, before.arrays, numbers, std::vector<local_index>()).edited());

    for (std::size_t k = seed % 7; k < share.size(); k += 9) std::swap(share[k], share.front());
    const IndexArrays now(sets_of, share);
    const InspectedLoop updated = update(loop, now.arrays, numbers);
    EXPECT_EQ(fingerprint(updated), fingerprint(inspected(now))) << "seed " << seed;
    EXPECT_EQ(updated.take(share), inspected(now).take(share)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace partita
