#include <utility>

#include <gtest/gtest.h>

#include <partita/support/random.hpp>
#include <partita/support/sparse_exchange.hpp>
#include <partita/support/stopwatch.hpp>

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

TEST(SparseExchange, IsTheSameAmongTheRanksOfOneProcess) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto traffic = random_traffic(comm.size(), seed);
    std::vector<std::vector<Parcel<int>>> outgoing(comm.size());
    for (int from = 0; from < comm.size(); ++from)
      for (int to = 0; to < comm.size(); ++to)
        if (!traffic[from][to].empty()) outgoing[from].push_back({to, traffic[from][to]});
    EXPECT_EQ(deliver(outgoing)[comm.rank()], sparse_exchange(comm, outgoing[comm.rank()]))
        << "seed " << seed;
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

TEST(SparseExchange, LargeParcelsAreMovedNotCopied) {
  const Communicator comm(MPI_COMM_WORLD);
  std::vector<Parcel<double>> outgoing{{comm.rank(), std::vector<double>(1000000, 0.5)}};
  const double* const values = outgoing.front().content.data();
  const auto incoming = sparse_exchange(comm, std::move(outgoing));
  ASSERT_EQ(incoming.size(), 1u);
  EXPECT_EQ(incoming.front().content.data(), values) << "a parcel to oneself stays where it is";
}

TEST(SparseExchange, BackToBackExchangesDoNotStealEachOthersMessages) {
  const Communicator comm(MPI_COMM_WORLD);
  int delayed = 0;
  for (int round = 0; round < 20000; ++round) {
    // Along a ring whose step changes, from two ranks out of three, and one rank after the other comes late:
    // so some are always ahead, with messages of the next exchange on their way while others look for this
    // one's.
    const auto sends = [&](int rank) { return (rank + round) % 3 > 0; };
    if (round % 64 == 0 && round / 64 % comm.size() == comm.rank()) {
      const Stopwatch watch;
      do ++delayed;
      while (watch.seconds() < 20e-6);
    }
    const int next = (comm.rank() + 1 + round) % comm.size();
    const int previous = ((comm.rank() - 1 - round) % comm.size() + comm.size()) % comm.size();
    std::vector<Parcel<int>> outgoing, expected;
    if (sends(comm.rank())) outgoing.push_back({next, {round}});
    if (sends(previous)) expected.push_back({previous, {round}});
    ASSERT_EQ(sparse_exchange(comm, std::move(outgoing)), expected) << "round " << round;
  }
  EXPECT_GT(delayed, 0) << "every rank was late once";
}

}  // namespace
}  // namespace partita
