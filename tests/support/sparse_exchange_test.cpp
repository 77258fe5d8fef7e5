#include <gtest/gtest.h>

#include <partita/support/random.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {
namespace {

// What every rank sends to every rank: the same on all ranks, drawn from the seed.
std::vector<std::vector<std::vector<int>>> random_traffic(int ranks, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::vector<std::vector<int>>> traffic(ranks, std::vector<std::vector<int>>(ranks));
  const std::uint32_t density = 1 + random.below(4);
  for (auto& row : traffic)
    for (auto& content : row)
      if (random.below(density) == 0) {
        content.resize(random.below(20));
        for (int& value : content) value = static_cast<int>(random.next());
      }
  return traffic;
}

TEST(SparseExchange, DeliversRandomTrafficAscendingByOrigin) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto traffic = random_traffic(comm.size(), seed);
    std::vector<Parcel<int>> outgoing, expected;
    for (int rank = 0; rank < comm.size(); ++rank) {
      if (!traffic[comm.rank()][rank].empty()) outgoing.push_back({rank, traffic[comm.rank()][rank]});
      if (!traffic[rank][comm.rank()].empty()) expected.push_back({rank, traffic[rank][comm.rank()]});
    }
    EXPECT_EQ(sparse_exchange(comm, outgoing), expected) << "seed " << seed;
  }
}

TEST(SparseExchange, DeliversEmptyParcels) {
  const Communicator comm(MPI_COMM_WORLD);
  const int next = (comm.rank() + 1) % comm.size();
  const int previous = (comm.rank() + comm.size() - 1) % comm.size();
  EXPECT_EQ(sparse_exchange<int>(comm, {{next, {}}}), (std::vector<Parcel<int>>{{previous, {}}}));
}

TEST(SparseExchange, NobodySendsAnything) {
  const Communicator comm(MPI_COMM_WORLD);
  EXPECT_TRUE(sparse_exchange<int>(comm, {}).empty());
}

TEST(SparseExchange, BackToBackExchangesDoNotStealEachOthersMessages) {
  const Communicator comm(MPI_COMM_WORLD);
  for (int round = 0; round < 2000; ++round) {
    // A ring in which a different rank is slow each time, so that some are always ahead.
    const int next = (comm.rank() + 1 + round) % comm.size();
    const int previous = ((comm.rank() - 1 - round) % comm.size() + comm.size()) % comm.size();
    ASSERT_EQ(sparse_exchange<int>(comm, {{next, {round}}}), (std::vector<Parcel<int>>{{previous, {round}}}));
  }
}

}  // namespace
}  // namespace partita
