#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <partita/mesh/sort_blocks.hpp>
#include <partita/support/random.hpp>

#include "shares_of_meshes.hpp"

namespace partita::mesh {
namespace {

using Steps = std::vector<std::optional<Comparison>>;

std::vector<Steps> network(int ranks) {
  std::vector<Steps> steps;
  for (int rank = 0; rank < ranks; ++rank) steps.push_back(merge_exchange(rank, ranks));
  return steps;
}

TEST(MergeExchange, HasHalfTheSquareOfTheLogarithmSteps) {
  for (const int ranks : {1, 2, 3, 8, 9, 64, 4096}) {
    const int log2 = std::bit_width(static_cast<unsigned>(ranks - 1));
    for (const int rank : {0, ranks / 2, ranks - 1})
      EXPECT_EQ(std::ssize(merge_exchange(rank, ranks)), log2 * (log2 + 1) / 2) << ranks;
  }
}

TEST(MergeExchange, PairsRanks) {
  for (int ranks = 1; ranks <= 40; ++ranks) {
    const std::vector<Steps> steps = network(ranks);
    for (std::size_t rank = 0; rank < steps.size(); ++rank)
      for (std::size_t step = 0; step < steps[rank].size(); ++step) {
        if (!steps[rank][step]) continue;
        const auto [partner, keeps_lower] = *steps[rank][step];
        ASSERT_TRUE(0 <= partner && partner < ranks);
        const auto& theirs = steps[static_cast<std::size_t>(partner)][step];
        ASSERT_TRUE(theirs);
        EXPECT_EQ(theirs->partner, static_cast<int>(rank));
        EXPECT_NE(theirs->keeps_lower, keeps_lower);
        EXPECT_EQ(keeps_lower, static_cast<int>(rank) < partner);
      }
  }
}

// A network that sorts all zeros and ones sorts everything.
TEST(MergeExchange, SortsAllZerosAndOnes) {
  for (int ranks = 1; ranks <= 11; ++ranks) {
    const std::vector<Steps> steps = network(ranks);
    for (unsigned input = 0; input < 1u << ranks; ++input) {
      std::vector<int> bits;
      for (int rank = 0; rank < ranks; ++rank) bits.push_back(static_cast<int>(input >> rank & 1));
      for (std::size_t step = 0; step < steps.front().size(); ++step)
        for (std::size_t rank = 0; rank < steps.size(); ++rank)
          if (const auto& comparison = steps[rank][step]; comparison && comparison->keeps_lower)
            if (int& other = bits[static_cast<std::size_t>(comparison->partner)]; other < bits[rank])
              std::swap(other, bits[rank]);
      ASSERT_TRUE(std::ranges::is_sorted(bits)) << input << " on " << ranks << " ranks";
    }
  }
}

TEST(SortBlocks, LeavesTheSortedListInEqualBlocks) {
  const Communicator comm(MPI_COMM_WORLD);
  for (const std::size_t length : {0, 1, 7, 100})
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Random random(seed * 100 + static_cast<std::uint64_t>(comm.rank()));
      std::vector<std::uint32_t> block;
      for (std::size_t k = 0; k < length; ++k) block.push_back(random.below(50));  // some are equal
      std::vector<std::uint32_t> expected = of_all_ranks(comm, block);
      std::ranges::sort(expected);
      sort_blocks(comm, block);
      EXPECT_EQ(block.size(), length);
      EXPECT_EQ(of_all_ranks(comm, block), expected);
    }
}

}  // namespace
}  // namespace partita::mesh
