#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <partita/inspector/index_array.hpp>
#include <partita/inspector/localize.hpp>
#include <partita/support/error.hpp>
#include <partita/support/random.hpp>
#include <partita/support/sparse_exchange.hpp>

#include "tests/random_graph.hpp"

namespace partita {
namespace {

using namespace testing_support;

// References of this rank: end points of every (size)-th edge, so duplicates and self edges abound.
std::vector<global_index> references_of(const RandomGraph& graph, int rank, int ranks) {
  std::vector<global_index> references;
  for (std::size_t e = static_cast<std::size_t>(rank); e < graph.edges.size();
       e += static_cast<std::size_t>(ranks))
    references.insert(references.end(), graph.edges[e].begin(), graph.edges[e].end());
  return references;
}

TEST(Localize, OwnedReferencesGetTheirOwnPlaceAndGhostsFollowByOwner) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto graph = random_graph(comm.size(), seed);
    const auto table =
        TranslationTable::from_partition(comm, comm.rank() == 0 ? graph.parts : std::vector<int>{});
    const auto references = references_of(graph, comm.rank(), comm.size());
    const auto [indices, pattern] = localize(table, references);
    const auto locations = table.locate(references);

    std::set<Location> ghosts;
    for (const Location& location : locations)
      if (location.rank != comm.rank()) ghosts.insert(location);
    ASSERT_EQ(pattern.owned(), table.owned());
    ASSERT_EQ(pattern.ghosts(), static_cast<local_index>(ghosts.size())) << "every off-rank value once";
    for (std::size_t k = 0; k < references.size(); ++k) {
      const local_index expected = locations[k].rank == comm.rank()
                                       ? locations[k].index
                                       : table.owned() + static_cast<local_index>(std::distance(
                                                             ghosts.begin(), ghosts.find(locations[k])));
      EXPECT_EQ(indices[k], expected) << "seed " << seed << ", reference " << k;
    }
  }
}

TEST(Localize, TakesIndicesOfAnyIntegralType) {
  const Communicator comm(MPI_COMM_WORLD);
  const int next = (comm.rank() + 1) % comm.size();
  const std::vector<long long> mine{comm.rank()};
  const auto table = TranslationTable::from_owned(comm, mine);
  const std::vector<int> references{next, comm.rank()};
  const std::vector<global_index> as_global(references.begin(), references.end());
  EXPECT_EQ(localize(table, references).indices, localize(table, as_global).indices);
  EXPECT_EQ(table.locate(references), table.locate(as_global));
  const std::vector<std::array<int, 2>> pairs{{comm.rank(), next}};
  const IndexArray array{"pairs", table, pairs}, copy = array;
  EXPECT_EQ(std::vector(copy.entries.begin(), copy.entries.end()),
            (std::vector<global_index>{comm.rank(), next}));
}

TEST(Localize, WhatOneNeedsTheOtherKnowsToSend) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto graph = random_graph(comm.size(), seed);
    const auto table =
        TranslationTable::from_partition(comm, comm.rank() == 0 ? graph.parts : std::vector<int>{});
    const auto references = references_of(graph, comm.rank(), comm.size());
    const auto [indices, pattern] = localize(table, references);

    // Send global indices along the pattern: each ghost must receive the index that was referenced.
    std::vector<Parcel<global_index>> outgoing;
    for (const NeededBy& neighbour : pattern.needed_by()) {
      EXPECT_NE(neighbour.rank, comm.rank());
      outgoing.push_back({neighbour.rank, {}});
      for (const local_index owned : neighbour.owned) outgoing.back().content.push_back(table.global(owned));
    }
    std::vector<global_index> global_of(static_cast<std::size_t>(pattern.local_size()), -1);
    for (local_index k = 0; k < pattern.owned(); ++k)
      global_of[static_cast<std::size_t>(k)] = table.global(k);
    const auto incoming = sparse_exchange(comm, outgoing);
    ASSERT_EQ(incoming.size(), pattern.ghost_runs().size());
    for (std::size_t k = 0; k < incoming.size(); ++k) {
      const GhostRun& run = pattern.ghost_runs()[k];
      EXPECT_EQ(incoming[k].rank, run.rank);
      ASSERT_EQ(incoming[k].content.size(), static_cast<std::size_t>(run.length));
      std::copy(incoming[k].content.begin(), incoming[k].content.end(), global_of.begin() + run.first);
    }
    for (std::size_t k = 0; k < references.size(); ++k)
      EXPECT_EQ(global_of[static_cast<std::size_t>(indices[k])], references[k]) << "seed " << seed;
  }
}

TEST(Localize, EveryKindOfTableGivesTheSame) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const global_index size =
        1 + random.below(3000);  // enough for more than one digit of the order of ghosts
    const auto block = TranslationTable::block(comm, size);
    const auto sized = TranslationTable::from_block_sizes(comm, block.owned());
    const auto paged = TranslationTable::from_partition(
        comm, std::vector<int>(static_cast<std::size_t>(block.owned()), comm.rank()));

    Random own(seed + 1000 * static_cast<std::uint64_t>(comm.rank()));
    const global_index stride = 1 + own.below(20);
    std::vector<global_index> references(own.below(3) * own.below(3000));  // a third of the ranks has none
    for (global_index& reference : references)
      reference = own.below(static_cast<std::uint32_t>(size)) / stride * stride;

    const auto expected = localize(block, references);
    for (const auto& table : {sized, paged, paged.replicated(), paged}) {  // the last for what it remembers
      const auto [indices, pattern] = localize(table, references);
      ASSERT_EQ(indices, expected.indices) << "seed " << seed;
      ASSERT_EQ(pattern.fingerprint(), expected.pattern.fingerprint()) << "seed " << seed;
    }
  }
}

TEST(Localize, OneRanksBadReferenceIsEveryRanksError) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto table = TranslationTable::block(comm, 10);
  std::vector<global_index> references{3};
  if (comm.rank() == comm.size() - 1) references.push_back(10);
  std::string message;
  try {
    (void)localize(table, references);
  } catch (const CollectiveError& error) {
    message = error.what();
  }
  EXPECT_EQ(message, text("index 10 (reference 1 of rank ", comm.size() - 1,
                          ") is out of range: the table holds 0 to 9"));
}

}  // namespace
}  // namespace partita
