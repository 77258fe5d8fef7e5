#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <partita/mesh/rank_tree.hpp>
#include <partita/support/tags.hpp>

namespace partita::mesh {
namespace {

// Rank r has r % 3 values, all of them r.
std::vector<int> values_of(int rank) { return std::vector<int>(static_cast<std::size_t>(rank % 3), rank); }

TEST(RankTree, GathersInTheOrderOfRanksAndScattersEachItsPart) {
  const Communicator comm(MPI_COMM_WORLD);
  for (int first = 0; first < comm.size(); ++first)
    for (int last = first; last < comm.size(); ++last) {
      if (comm.rank() < first || comm.rank() > last) continue;
      RankTree tree(comm, first, last, 100 + first * comm.size() + last);
      EXPECT_EQ(tree.is_root(), comm.rank() == first);
      std::vector<int> all = tree.gather(values_of(comm.rank()));
      std::vector<int> begins, expected;
      for (int rank = first; rank <= last; ++rank) {
        begins.push_back(static_cast<int>(expected.size()));
        for (const int value : values_of(rank)) expected.push_back(value);
      }
      begins.push_back(static_cast<int>(expected.size()));
      if (tree.is_root()) {
        EXPECT_EQ(all, expected);
      } else {
        all.clear();
      }
      for (int& value : all) value += 1000;
      std::vector<int> mine = tree.scatter(
          std::move(all), [&](int rank) { return begins[static_cast<std::size_t>(rank - first)]; });
      for (int& value : mine) value -= 1000;
      EXPECT_EQ(mine, values_of(comm.rank()));
      tree.wait();
    }
}

// The last rank of a tree is the root of the next one.
TEST(RankTree, OfARankInTwoDoesNotWaitForTheOther) {
  const Communicator comm(MPI_COMM_WORLD);
  const int rank = comm.rank(), size = comm.size();
  const detail::Tags tags(comm, 1);
  const auto tree_from = [&](int first) {
    return RankTree(comm, first, std::min(first + 1, size - 1), tags.first());
  };
  RankTree mine = tree_from(rank), below = tree_from(std::max(rank - 1, 0));
  if (rank > 0) (void)below.gather(std::vector{10 * rank});
  std::vector<int> all = mine.gather(std::vector{10 * rank + 1});
  EXPECT_EQ(all.size(), rank + 1 < size ? 2u : 1u);
  EXPECT_EQ(all.back(), rank + 1 < size ? 10 * (rank + 1) : 1 + 10 * rank);
  EXPECT_EQ(mine.scatter(std::move(all), [&](int other) { return other - rank; }),
            std::vector{10 * rank + 1});
  if (rank > 0) {
    EXPECT_EQ(below.scatter(std::vector<int>(), [&](int other) { return other - rank + 1; }),
              std::vector{10 * rank});
  }
  mine.wait();
  below.wait();
}

}  // namespace
}  // namespace partita::mesh
