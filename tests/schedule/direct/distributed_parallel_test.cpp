// A negotiation over MPI, against the same one in one process.
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/direct/distributed.hpp>
#include <partita/support/error.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>

namespace partita {
using namespace detail;
namespace {

TEST(Distributed, OverMpiComesToTheSameTablesAsInOneProcess) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const std::uint32_t percent = random.below(101);  // of all messages, those to oneself among them
    std::vector<DestinationVector> rows(static_cast<std::size_t>(comm.size()));
    for (DestinationVector& row : rows)
      for (int to = 0; to < comm.size(); ++to)
        if (random.below(100) < percent) row.push_back({to, 1 + random.below(9)});
    const CommunicationMatrix matrix(std::move(rows));

    const auto me = static_cast<std::size_t>(comm.rank());
    const Negotiated alone = distributed(matrix, seed);
    auto [tables, rounds] = distributed(comm, matrix.destinations(comm.rank()), matrix.sources()[me], seed);
    tables.front().phases = max(comm, tables.front().phases);
    EXPECT_EQ(tables.front(), alone.tables[me]) << "seed " << seed;
    EXPECT_EQ(rounds, alone.rounds) << "seed " << seed;
  }
}

TEST(Distributed, ASourceVectorThatDoesNotFitEndsOnAllRanks) {
  const Communicator comm(MPI_COMM_WORLD);
  const DestinationVector to_first{{0, 1}};
  SourceVector from_all;
  for (int from = 0; from < comm.size(); ++from) from_all.push_back({from, 1});
  const SourceVector nothing;
  EXPECT_THROW(distributed(comm, to_first, nothing, 1), CollectiveError);
  EXPECT_THROW(distributed(comm, {}, comm.rank() == 0 ? from_all : nothing, 1), CollectiveError);
  EXPECT_EQ(distributed(comm, to_first, comm.rank() == 0 ? from_all : nothing, 1).tables.front().sends.size(),
            1u);
}

}  // namespace
}  // namespace partita
