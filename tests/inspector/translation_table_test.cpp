#include <algorithm>
#include <numeric>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/inspector/translation_table.hpp>
#include <partita/support/error.hpp>

#include "tests/random_graph.hpp"

namespace partita {
namespace {

using testing_support::random_graph;
using testing_support::random_share;

std::vector<global_index> all_indices(global_index size) {
  std::vector<global_index> indices(static_cast<std::size_t>(size));
  std::iota(indices.begin(), indices.end(), global_index{0});
  return indices;
}

std::string error_of(auto&& action) {
  try {
    action();
  } catch (const CollectiveError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(BlockDistribution, CutsIntoBlocksWhoseLengthsDifferByOneAtMost) {
  for (int ranks = 1; ranks <= 9; ++ranks)
    for (global_index size = 0; size <= 30; ++size) {
      const BlockDistribution blocks{size, ranks};
      EXPECT_EQ(blocks.first(0), 0);
      EXPECT_EQ(blocks.first(ranks), size);
      for (int rank = 0; rank < ranks; ++rank) {
        EXPECT_THAT(blocks.length(rank), testing::AnyOf(size / ranks, size / ranks + 1));
        for (local_index k = 0; k < blocks.length(rank); ++k)
          EXPECT_EQ(blocks.locate(blocks.first(rank) + k), (Location{rank, k}));
      }
    }
}

TEST(TranslationTable, BlockTablesLocateEveryIndexWhereItIsOwned) {
  const Communicator comm(MPI_COMM_WORLD);
  for (const global_index size : {0, 1, 5, 64, 1001}) {
    const auto table = TranslationTable::block(comm, size);
    const auto locations = table.locate(all_indices(size));
    for (local_index k = 0; k < table.owned(); ++k)
      EXPECT_EQ(locations[static_cast<std::size_t>(table.global(k))], (Location{comm.rank(), k}));
  }
}

TEST(TranslationTable, DistributedTablesFollowThePartitionVectorWhoeverBringsIt) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto graph = random_graph(comm.size(), seed);
    const auto table =
        TranslationTable::from_partition(comm, random_share(graph.parts, comm.rank(), comm.size(), seed));
    ASSERT_EQ(table.size(), graph.vertices);

    // Ascending by global index on each owner.
    std::vector<local_index> next(static_cast<std::size_t>(comm.size()), 0);
    std::vector<Location> expected;
    for (const int owner : graph.parts) expected.push_back({owner, next[static_cast<std::size_t>(owner)]++});
    EXPECT_EQ(table.owned(), next[static_cast<std::size_t>(comm.rank())]);
    EXPECT_EQ(table.locate(all_indices(graph.vertices)), expected) << "seed " << seed;
    for (global_index v = 0; v < graph.vertices; ++v) {
      const auto [owner, k] = expected[static_cast<std::size_t>(v)];
      if (owner == comm.rank()) {
        EXPECT_EQ(table.global(k), v);
      }
    }
  }
}

TEST(TranslationTable, OwnedListsKeepTheirOrder) {
  const Communicator comm(MPI_COMM_WORLD);
  // Rank r owns r, r + P, r + 2P ... in descending order.
  std::vector<global_index> owned;
  for (int k = 9; k >= 0; --k) owned.push_back(comm.rank() + k * comm.size());
  const auto table = TranslationTable::from_owned(comm, owned);
  for (const global_index index : all_indices(table.size())) {
    const auto [rank, place] = table.locate(std::vector{index}).front();
    EXPECT_EQ(rank, index % comm.size());
    EXPECT_EQ(place, 9 - index / comm.size());
  }
}

TEST(TranslationTable, ARankMayLookUpNothingAndTheSameIndexTwice) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto table = TranslationTable::from_partition(comm, std::vector<int>(3, 0));
  std::vector<global_index> wanted;
  if (comm.rank() == 0) wanted = {2, 2};
  EXPECT_EQ(table.locate(wanted).size(), wanted.size());
  if (comm.rank() == 0) {
    EXPECT_EQ(table.locate(wanted), (std::vector<Location>{{0, 2}, {0, 2}}));
  } else {
    (void)table.locate({});
  }
}

TEST(TranslationTable, NamesAnIndexOwnedTwice) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "needs two owners";
  // All own 0, so the highest indices are owned by nobody; the first fault found names the two owners.
  const std::vector<global_index> owned{0};
  EXPECT_EQ(error_of([&] { (void)TranslationTable::from_owned(comm, owned); }),
            "index 0 is owned twice, by rank 0 and by rank 1; every index needs one owner");
}

TEST(TranslationTable, NamesAnIndexOutOfRange) {
  const Communicator comm(MPI_COMM_WORLD);
  const std::vector<global_index> owned{comm.rank() == 0 ? comm.size() : comm.rank()};
  EXPECT_EQ(error_of([&] { (void)TranslationTable::from_owned(comm, owned); }),
            text("rank 0 owns index ", comm.size(), ", but the ranks own ", comm.size(),
                 " values in all, so indices run from 0 to ", comm.size() - 1));
  const auto table = TranslationTable::block(comm, 5);
  EXPECT_EQ(error_of([&] {
              (void)table.locate(std::vector<global_index>{4, -1});
            }),
            "index -1 (look-up 1 of rank 0) is out of range: the table holds 0 to 4");
}

TEST(TranslationTable, RanksThatWantDifferentBlocksAreToldSo) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank cannot disagree";
  EXPECT_EQ(error_of([&] { (void)TranslationTable::block(comm, comm.rank() == 0 ? 7 : 8); }),
            "the ranks disagree about the size of a block table; give every rank the same");
}

TEST(TranslationTable, MoreThanLocalIndicesCanCountIsRefused) {
  const Communicator comm(MPI_COMM_WORLD);
  const global_index each = global_index{1} << 31;
  EXPECT_EQ(error_of([&] { (void)TranslationTable::block(comm, each * comm.size()); }),
            "one rank would hold 2147483648 values, more than local indices can count; use more ranks");
}

TEST(TranslationTable, NamesAPartThatIsNoRank) {
  const Communicator comm(MPI_COMM_WORLD);
  std::vector<int> parts;
  if (comm.rank() == 0) parts = {0, 99};
  EXPECT_EQ(error_of([&] { (void)TranslationTable::from_partition(comm, parts); }),
            text("item 1 of rank 0 is to go to rank 99, but the ranks are 0 to ", comm.size() - 1));
}

}  // namespace
}  // namespace partita
