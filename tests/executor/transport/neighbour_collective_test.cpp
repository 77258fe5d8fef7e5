#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/plan.hpp>
#include <partita/executor/replay/replay.hpp>
#include <partita/executor/transport/neighbour_graphs.hpp>
#include <partita/support/error.hpp>
#include <partita/support/random.hpp>

#include "tests/executor/random_case.hpp"

namespace partita {

using namespace detail;

namespace {

using testing_support::Case;
using testing_support::value;

// Those whose messages one call moves, whatever the pattern.
constexpr Algorithm whole_messages[] = {Algorithm::ac,        Algorithm::lp,     Algorithm::rs_n,
                                        Algorithm::colouring, Algorithm::stable, Algorithm::distributed};

PlanOptions by_neighbour(Algorithm algorithm, std::uint64_t seed = 1) {
  return {.schedule = {.algorithm = algorithm, .seed = seed}, .transport = Transport::neighbour};
}

class NeighbourTransport : public testing::TestWithParam<Algorithm> {
 protected:
  const Communicator comm_{MPI_COMM_WORLD};
};

INSTANTIATE_TEST_SUITE_P(Algorithms, NeighbourTransport, testing::ValuesIn(whole_messages),
                         [](const auto& algorithm) { return std::string(name_of(algorithm.param)); });

TEST_P(NeighbourTransport, ReplaysHaveTheBitsOfASerialProgram) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Case c(comm_, seed);
    Exchange halo(c.pattern(), make_plan(c.pattern(), by_neighbour(GetParam(), seed)));
    for (const std::size_t components : {1u, 4u, 3u}) {
      std::vector<double> q(c.global_of.size() * components, -1), sums;
      for (std::size_t k = 0; k < c.owned() * components; ++k)
        q[k] = value(c.global_of[k / components], k % components);
      for (std::size_t k = 0; k < q.size(); ++k)
        sums.push_back(value(c.global_of[k / components], k % components, comm_.rank()));
      halo.begin_gather(q);
      halo.begin_scatter_add(sums);
      halo.finish_gather(q);
      halo.finish_scatter_add(sums);
      for (std::size_t k = 0; k < q.size(); ++k)
        ASSERT_EQ(q[k], value(c.global_of[k / components], k % components)) << "seed " << seed;
      for (std::size_t k = 0; k < c.owned() * components; ++k)
        ASSERT_EQ(sums[k], c.combined(Add{}, value, c.global_of[k / components], k % components))
            << "to the last bit, seed " << seed;
    }
  }
}

TEST_P(NeighbourTransport, SeveralAreUnderWayAtOnceAndFinishedInAnyOrder) {
  // The first two share their graphs; messages by tags are under way beside them.
  const Case c(comm_, 8), d(comm_, 9);
  const auto exchange = [&](const Case& of, Transport transport) {
    PlanOptions options = by_neighbour(GetParam());
    options.transport = transport;
    return std::make_unique<Exchange>(of.pattern(), make_plan(of.pattern(), options));
  };
  struct Begun {
    const Case* of;
    std::unique_ptr<Exchange> halo;
    std::vector<double> field;
  };
  std::vector<Begun> all;
  all.push_back({&c, exchange(c, Transport::neighbour), {}});
  all.push_back({&c, exchange(c, Transport::neighbour), {}});
  all.push_back({&d, exchange(d, Transport::neighbour), {}});
  all.push_back({&d, exchange(d, Transport::mpi), {}});
  all.push_back({&c, exchange(c, Transport::automatic), {}});
  Random order(static_cast<std::uint64_t>(comm_.rank()));  // another on each rank
  for (int times = 0; times < 20; ++times) {
    for (std::size_t which = 0; which < all.size(); ++which) {
      Begun& begun = all[which];
      begun.field.assign(begun.of->global_of.size(), -1);
      for (std::size_t k = 0; k < begun.of->owned(); ++k)
        begun.field[k] = value(begun.of->global_of[k], which);
      begun.halo->begin_gather(begun.field);
    }
    std::vector<std::size_t> turns{0, 1, 2, 3, 4};
    order.shuffle(turns);
    for (const std::size_t which : turns) all[which].halo->finish_gather(all[which].field);
    for (std::size_t which = 0; which < all.size(); ++which)
      for (std::size_t k = 0; k < all[which].field.size(); ++k)
        ASSERT_EQ(all[which].field[k], value(all[which].of->global_of[k], which)) << which;
  }
}

class NeighbourReplay : public testing::Test {
 protected:
  // The sentence that every rank throws, and the same on all; empty if one does not throw it.
  std::string refused(const Layouts& layouts, Protocol protocol = Protocol::post_all) const {
    try {
      const Replay replay(comm_, layouts, {.way = {protocol}, .transport = Transport::neighbour});
    } catch (const CollectiveError& error) {
      return error.what();
    }
    return {};
  }

  const Communicator comm_{MPI_COMM_WORLD};
  const int next_ = (comm_.rank() + 1) % comm_.size();
  const int previous_ = (comm_.rank() + comm_.size() - 1) % comm_.size();
  const Layouts ring_{1, {{0, next_, {{1, 2}}}}, {{0, previous_, {{0, 2}}}}};
};

TEST_F(NeighbourReplay, MovesUnitsOfAnySizeAlsoToOneself) {
  Replay ring(comm_, ring_, {.transport = Transport::neighbour});
  for (const std::size_t bytes_per_unit : {1u, 3u, 8u, 4096u, 3u}) {
    const std::vector<std::byte> send(3 * bytes_per_unit, static_cast<std::byte>(comm_.rank()));
    std::vector<std::byte> received(2 * bytes_per_unit, std::byte{99});
    ring.begin(send.data(), received.data(), bytes_per_unit);
    ring.finish();
    EXPECT_EQ(received, std::vector<std::byte>(2 * bytes_per_unit, static_cast<std::byte>(previous_)));
  }
}

TEST_F(NeighbourReplay, RanksWithoutNeighboursTakePart) {
  // Rank 0 sends to the last rank, and the others have nothing to do; then no rank has.
  const int last = comm_.size() - 1;
  Layouts one{1, {}, {}};
  if (comm_.rank() == 0) one.sends.push_back({0, last, {{0, 1}}});
  if (comm_.rank() == last) one.receives.push_back({0, 0, {{0, 1}}});
  Replay first(comm_, one, {.transport = Transport::neighbour}),
      nothing(comm_, {}, {.transport = Transport::neighbour});
  for (int times = 0; times < 5; ++times) {
    const int sent = 7 + times + comm_.rank();
    int received = -1;
    first.begin(std::as_bytes(std::span(&sent, 1)).data(),
                std::as_writable_bytes(std::span(&received, 1)).data(), sizeof(int));
    nothing.begin(nullptr, nullptr, 0);
    first.finish();
    nothing.finish();
    EXPECT_EQ(received, comm_.rank() == last ? 7 + times : -1);
  }
}

TEST_F(NeighbourReplay, OtherProtocolsAreRefused) {
  for (const auto& [protocol, name] : protocols) {
    if (protocol == Protocol::post_all) continue;
    EXPECT_EQ(refused(ring_, protocol),
              text("the transport neighbour is one call for all messages, which is to replay by post_all, "
                   "not by ",
                   name, "; take the protocol post_all, or the transport automatic"));
  }
  EXPECT_EQ(refused(ring_), "");
}

TEST_F(NeighbourReplay, SplitMessagesAreRefused) {
  // On one rank only, but every rank hears of it.
  Layouts split = ring_;
  if (comm_.rank() == 0) split.sends = {{0, next_, {{1, 1}}}, {1, next_, {{2, 1}}}};
  EXPECT_EQ(refused(split), text("in this schedule rank 0 sends rank ", 1 % comm_.size(),
                                 " several messages, and the transport neighbour has one for each pair of "
                                 "ranks; take an algorithm that splits none, or the transport automatic"));
}

TEST_F(NeighbourReplay, RelayedMessagesAreRefused) {
  Layouts relayed = ring_;
  if (comm_.rank() == comm_.size() - 1) relayed.receives = {{0, previous_, {{0, 2, relay_buffer}}}};
  EXPECT_EQ(refused(relayed), text("in this schedule rank ", comm_.size() - 1,
                                   " relays messages of others, which the transport neighbour cannot; take "
                                   "a direct algorithm, or the transport automatic"));
}

TEST_F(NeighbourReplay, PatternsShareTheirGraphsWhichAreFreedWhenAnotherIsMade) {
  NeighbourGraphs& graphs = NeighbourGraphs::of(comm_);
  const auto take = [&](std::size_t times) {  // each rank its own neighbour, this often
    return graphs.take(std::vector<int>(times, comm_.rank()));
  };
  const std::size_t one = take(1), again = take(1), two = take(2);
  EXPECT_EQ(one, again);
  EXPECT_NE(one, two);
  graphs.give_back(one);
  const std::size_t three = take(3);
  EXPECT_NE(three, one) << "is still in use";
  graphs.give_back(again);
  graphs.give_back(two);
  if (comm_.rank() > 0) graphs.give_back(three);
  EXPECT_EQ(take(1), one) << "no replay uses it, but it is still there";
  graphs.give_back(one);
  EXPECT_EQ(take(4), one) << "its place is free now";
  EXPECT_EQ(graphs.handle(two), MPI_COMM_NULL);
  EXPECT_NE(graphs.handle(three), MPI_COMM_NULL) << "rank 0 uses it";
}

TEST_F(NeighbourReplay, ExchangesOfChangingPatternsComeAndGo) {
  for (int k = 0; k < 100; ++k) {
    // Another pattern each time.
    const int to = (comm_.rank() + k) % comm_.size(),
              from = (comm_.rank() + 8 * comm_.size() - k % comm_.size()) % comm_.size();
    Replay replay(comm_, {1, {{0, to, {{0, 1}}}}, {{0, from, {{0, 1}}}}},
                  {.transport = Transport::neighbour});
    const int mine = comm_.rank();
    int received = -1;
    replay.begin(std::as_bytes(std::span(&mine, 1)).data(),
                 std::as_writable_bytes(std::span(&received, 1)).data(), sizeof(int));
    replay.finish();
    ASSERT_EQ(received, from);
  }
}

}  // namespace
}  // namespace partita
