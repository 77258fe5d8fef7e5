#include <algorithm>
#include <numeric>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/inspector/block_distribution.hpp>
#include <partita/inspector/translation_table.hpp>
#include <partita/support/error.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>

#include "tests/random_graph.hpp"
#include "tests/sentence.hpp"

namespace {

std::int64_t elements_sent = 0;

}  // namespace

// Counts what sparse exchanges send; MPI lets programs put a function of their own before its own.
extern "C" int MPI_Issend(const void* buffer, int count, MPI_Datatype type, int destination, int tag,
                          MPI_Comm comm, MPI_Request* request) {
  elements_sent += count;
  return PMPI_Issend(buffer, count, type, destination, tag, comm, request);
}

namespace partita {
namespace {

using namespace testing_support;

std::vector<global_index> all_indices(global_index size) {
  std::vector<global_index> indices(static_cast<std::size_t>(size));
  std::iota(indices.begin(), indices.end(), global_index{0});
  return indices;
}

TEST(BlockDistribution, CutsIntoBlocksWhoseLengthsDifferByOneAtMost) {
  for (int ranks = 1; ranks <= 9; ++ranks)
    for (global_index size = 0; size <= 30; ++size) {
      const detail::BlockDistribution blocks{size, ranks};
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

TEST(TranslationTable, BlocksOfAnySizesFollowEachOther) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    std::vector<Location> expected;
    local_index mine = 0;
    const std::uint32_t longest = 1 + random.below(40);
    for (int rank = 0; rank < comm.size(); ++rank) {  // many of them empty
      const auto length = static_cast<local_index>(random.below(2) * random.below(longest));
      for (local_index k = 0; k < length; ++k) expected.push_back({rank, k});
      if (rank == comm.rank()) mine = length;
    }
    const auto table = TranslationTable::from_block_sizes(comm, mine);
    ASSERT_EQ(table.size(), static_cast<global_index>(expected.size()));
    EXPECT_EQ(table.owned(), mine);
    EXPECT_EQ(table.locate(all_indices(table.size())), expected) << "seed " << seed;
    for (local_index k = 0; k < mine; ++k)
      EXPECT_EQ(expected[static_cast<std::size_t>(table.global(k))], (Location{comm.rank(), k}));
  }
}

TEST(TranslationTable, EveryKindKnowsItsOwnIndicesWithoutAsking) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto graph = random_graph(comm.size(), 3);
  const auto parts = random_share(graph.parts, comm.rank(), comm.size(), 3);
  const auto length = static_cast<local_index>(comm.rank() % 3);
  const auto partitioned = TranslationTable::from_partition(comm, parts);
  for (const auto& table :
       {TranslationTable::block(comm, 20), TranslationTable::from_block_sizes(comm, length), partitioned,
        partitioned.replicated()}) {
    const auto locations = table.locate(all_indices(table.size()));
    for (global_index index = 0; index < table.size(); ++index) {
      const auto [owner, place] = locations[static_cast<std::size_t>(index)];
      EXPECT_EQ(table.local(index), owner == comm.rank() ? std::optional(place) : std::nullopt);
    }
    EXPECT_EQ(table.local(-1), std::nullopt);
    EXPECT_EQ(table.local(table.size()), std::nullopt);
  }
}

TEST(TranslationTable, AReplicatedTableSaysTheSameAndSendsNothing) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto graph = random_graph(comm.size(), seed);
    const auto table =
        TranslationTable::from_partition(comm, random_share(graph.parts, comm.rank(), comm.size(), seed));
    const auto replicated = table.replicated();
    const auto blocks = TranslationTable::from_block_sizes(comm, table.owned());
    const auto indices = all_indices(table.size());
    const auto before = elements_sent;
    const auto locations = replicated.locate(indices);
    EXPECT_EQ(elements_sent, before);
    EXPECT_EQ(locations, table.locate(indices)) << "seed " << seed;
    EXPECT_EQ(blocks.replicated().locate(indices), blocks.locate(indices)) << "seed " << seed;
    EXPECT_EQ(replicated.owned(), table.owned());
    EXPECT_EQ(replicated, table);
  }
}

TEST(TranslationTable, NoIndexIsAskedForTwice) {
  const Communicator comm(MPI_COMM_WORLD);
  const global_index size = 10 * comm.size();
  // The page of an index is its owner's: so every question goes to another rank, and none is asked of
  // oneself.
  const std::vector<int> parts(10, comm.rank());
  const auto table = TranslationTable::from_partition(comm, parts);
  const auto copy = table;
  const auto sent = [&](const TranslationTable& asked, const std::vector<global_index>& indices) {
    const auto before = elements_sent;
    (void)asked.locate(indices);
    return sum(comm, elements_sent - before);
  };
  const auto question = static_cast<std::int64_t>(sizeof(local_index));
  const auto answer = static_cast<std::int64_t>(sizeof(Location));
  std::vector<global_index> wanted;  // ten of the next rank's, each three times, and all of one's own
  for (global_index k = 0; k < 40; ++k)
    wanted.push_back((10 * comm.rank() + (k < 30 ? 10 + k % 10 : k - 30)) % size);
  const std::int64_t askers = comm.size() > 1 ? comm.size() : 0;
  EXPECT_EQ(sent(table, wanted), 10 * askers * (question + answer));
  EXPECT_EQ(sent(table, wanted), 0) << "remembered";
  EXPECT_EQ(sent(copy, wanted), 0) << "copies share what they remember";
  if (comm.size() > 2) {
    wanted.push_back((10 * comm.rank() + 20) % size);
    EXPECT_EQ(sent(copy, wanted), askers * (question + answer)) << "only what is new";
  }
}

TEST(TranslationTable, FingerprintsAreOfTheContentWhateverTheKind) {
  const Communicator comm(MPI_COMM_WORLD);
  const global_index size = 5 * comm.size() + 1;
  const auto block = TranslationTable::block(comm, size);
  std::vector<int> parts;
  std::vector<global_index> list;
  for (local_index k = 0; k < block.owned(); ++k) {
    parts.push_back(comm.rank());
    list.push_back(block.global(k));
  }
  EXPECT_EQ(block, TranslationTable::from_block_sizes(comm, block.owned()));
  EXPECT_EQ(block, TranslationTable::from_partition(comm, parts));
  EXPECT_EQ(block, TranslationTable::from_owned(comm, list));
  EXPECT_EQ(block, TranslationTable::from_owned(comm, list).replicated());
  EXPECT_EQ(min(comm, block.fingerprint()), max(comm, block.fingerprint())) << "the same on all ranks";

  EXPECT_NE(block, TranslationTable::block(comm, size + 1));
  if (comm.rank() == 0) std::swap(list.front(), list.back());
  EXPECT_NE(block, TranslationTable::from_owned(comm, list)) << "another order on one rank";
  if (comm.size() > 1) {
    parts.back() = 0;
    EXPECT_NE(block, TranslationTable::from_partition(comm, parts)) << "other owners";
    const auto other_rank = static_cast<local_index>(comm.rank() == 0 ? size : 0);
    EXPECT_NE(TranslationTable::from_block_sizes(comm, other_rank),
              TranslationTable::from_block_sizes(comm, static_cast<local_index>(comm.rank() == 1 ? size : 0)))
        << "all with one rank, but another one";
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
  // All own 0, so no rank owns the highest indices; the first fault found names the two owners.
  const std::vector<global_index> owned{0};
  EXPECT_EQ(sentence_of<CollectiveError>([&] { (void)TranslationTable::from_owned(comm, owned); }),
            "index 0 is owned twice, by rank 0 and by rank 1; every index needs one owner");
}

TEST(TranslationTable, NamesAnIndexOutOfRange) {
  const Communicator comm(MPI_COMM_WORLD);
  const std::vector<global_index> owned{comm.rank() == 0 ? comm.size() : comm.rank()};
  EXPECT_EQ(sentence_of<CollectiveError>([&] { (void)TranslationTable::from_owned(comm, owned); }),
            text("rank 0 owns index ", comm.size(), ", but a table of ", comm.size(), " indices holds 0 to ",
                 comm.size() - 1));
  const auto table = TranslationTable::block(comm, 5);
  EXPECT_EQ(sentence_of<CollectiveError>([&] {
              (void)table.locate(std::vector<global_index>{4, -1});
            }),
            "index -1 (look-up 1 of rank 0) is out of range: the table holds 0 to 4");
}

TEST(TranslationTable, NamesAnIndexOwnedByNoneWhereTheSizeIsKnown) {
  const Communicator comm(MPI_COMM_WORLD);
  // Rank r owns 3r and 3r + 1; no rank owns 2, 5, ...
  const std::vector<global_index> owned{3 * comm.rank(), 3 * comm.rank() + 1};
  EXPECT_EQ(
      sentence_of<CollectiveError>([&] { (void)TranslationTable::from_owned(comm, owned, 3 * comm.size()); }),
      "index 2 is owned by no rank; every index needs one owner");
  EXPECT_EQ(sentence_of<CollectiveError>(
                [&] { (void)TranslationTable::from_owned(comm, owned, 3 * comm.size() - 2); }),
            text("rank ", comm.size() - 1, " owns index ", 3 * comm.size() - 2, ", but a table of ",
                 3 * comm.size() - 2, " indices holds 0 to ", 3 * comm.size() - 3));
}

TEST(TranslationTable, AListThatNamesAnIndexTwiceIsFoundOnTheSameRank) {
  const Communicator comm(MPI_COMM_WORLD);
  const int last = comm.size() - 1;
  std::vector<global_index> owned{2 * comm.rank(), 2 * comm.rank() + 1};
  if (comm.rank() == last) owned[1] = owned[0];
  EXPECT_EQ(
      sentence_of<CollectiveError>([&] { (void)TranslationTable::from_owned(comm, owned, 2 * comm.size()); }),
      text("index ", 2 * last, " is owned twice, by rank ", last, " and by rank ", last,
           "; every index needs one owner"));
}

TEST(TranslationTable, NamesABlockOfNegativeLength) {
  const Communicator comm(MPI_COMM_WORLD);
  const int last = comm.size() - 1;
  EXPECT_EQ(sentence_of<CollectiveError>(
                [&] { (void)TranslationTable::from_block_sizes(comm, comm.rank() == last ? -1 : 2); }),
            text("rank ", last, " owns a block of -1 indices; give 0 or more"));
}

TEST(TranslationTable, LookUpsGoOnAfterAnError) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto table = TranslationTable::from_partition(comm, std::vector<int>(4, comm.rank()));
  const std::vector<global_index> good = all_indices(table.size());
  for (int culprit = 0; culprit < comm.size(); ++culprit) {
    const std::vector<global_index> bad{table.size()};
    EXPECT_THROW((void)table.locate(comm.rank() == culprit ? bad : good), CollectiveError);
  }
  EXPECT_EQ(table.locate(good), table.replicated().locate(good));
}

TEST(TranslationTable, ManySmallLookUpsInARowWithRanksAheadOfOthers) {
  const Communicator comm(MPI_COMM_WORLD);
  const global_index size = 4000 * comm.size();
  std::vector<int> parts(4000);
  for (std::size_t k = 0; k < parts.size(); ++k) parts[k] = static_cast<int>(k) % comm.size();
  const auto table = TranslationTable::from_partition(comm, parts);
  Random random(static_cast<std::uint64_t>(comm.rank()));
  for (int round = 0; round < 1000; ++round) {
    std::vector<global_index> wanted;  // one rank after the other asks for much, most for nothing
    for (int k = 0; k < (round % comm.size() == comm.rank() ? 50 : 1); ++k)
      wanted.push_back(random.below(static_cast<std::uint32_t>(size)));
    const auto locations = table.locate(wanted);
    for (std::size_t k = 0; k < wanted.size(); ++k)
      ASSERT_EQ(locations[k].rank, wanted[k] % 4000 % comm.size()) << "round " << round;
  }
}

TEST(TranslationTable, RanksThatWantDifferentBlocksAreToldSo) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank cannot disagree";
  EXPECT_EQ(
      sentence_of<CollectiveError>([&] { (void)TranslationTable::block(comm, comm.rank() == 0 ? 7 : 8); }),
      "the ranks disagree about the size of a block table; give every rank the same");
}

TEST(TranslationTable, MoreThanLocalIndicesCanCountIsRefused) {
  const Communicator comm(MPI_COMM_WORLD);
  const global_index each = global_index{1} << 31;
  EXPECT_EQ(sentence_of<CollectiveError>([&] { (void)TranslationTable::block(comm, each * comm.size()); }),
            "one rank would hold 2147483648 values, more than local indices can count; use more ranks");
}

TEST(TranslationTable, NamesAPartThatIsNoRank) {
  const Communicator comm(MPI_COMM_WORLD);
  std::vector<int> parts;
  if (comm.rank() == 0) parts = {0, 99};
  EXPECT_EQ(
      sentence_of<CollectiveError>([&] { (void)TranslationTable::from_partition(comm, parts); }),
      text("index 1 (entry 1 of rank 0's share of the partition vector) is given to rank 99, but the ranks "
           "are 0 to ",
           comm.size() - 1));
}

}  // namespace
}  // namespace partita
