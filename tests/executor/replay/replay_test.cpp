#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/replay/replay.hpp>
#include <partita/support/error.hpp>

#include "tests/executor/every_plan.hpp"

namespace partita {

using namespace detail;
namespace {

class ReplayTest : public testing::TestWithParam<std::tuple<Protocol, Transport>> {
 protected:
  static ReplayOptions options() {
    return {.way = {std::get<Protocol>(GetParam())}, .transport = std::get<Transport>(GetParam())};
  }

  const Communicator comm_{MPI_COMM_WORLD};
  const int next_ = (comm_.rank() + 1) % comm_.size();
  const int previous_ = (comm_.rank() + comm_.size() - 1) % comm_.size();
};

INSTANTIATE_TEST_SUITE_P(EveryWay, ReplayTest,
                         testing::Combine(testing::ValuesIn(testing_support::all_protocols()),
                                          testing::ValuesIn(testing_support::transports_of_any_plan)),
                         [](const auto& way) {
                           return text(name_of(std::get<Protocol>(way.param)), "_",
                                       name_of(std::get<Transport>(way.param)));
                         });

TEST_P(ReplayTest, MovesUnitsOfAnySizeRoundARing) {
  Replay ring(comm_, {1, {{0, next_, {{1, 2}}}}, {{0, previous_, {{0, 2}}}}}, options());
  for (const std::size_t bytes_per_unit : {1u, 3u, 8u, 4096u}) {
    const std::vector<std::byte> send(3 * bytes_per_unit, static_cast<std::byte>(comm_.rank()));
    std::vector<std::byte> received(2 * bytes_per_unit, std::byte{99});
    ring.begin(send.data(), received.data(), bytes_per_unit);
    ring.finish();
    EXPECT_EQ(received, std::vector<std::byte>(2 * bytes_per_unit, static_cast<std::byte>(previous_)));
  }
}

TEST_P(ReplayTest, AMessageCutIntoPiecesOfSeveralPhasesArrivesWhole) {
  const std::vector<Layout> sends{{0, next_, {{0, 1}}}, {2, next_, {{1, 3}}}, {5, next_, {{4, 1}}}};
  const std::vector<Layout> receives{
      {0, previous_, {{0, 1}}}, {2, previous_, {{1, 3}}}, {5, previous_, {{4, 1}}}};
  Replay ring(comm_, {8, sends, receives}, options());
  const int r = comm_.rank(), p = previous_;
  const std::array<int, 5> send{r, r + 1, r + 2, r + 3, r + 4};
  std::array<int, 5> received{};
  ring.begin(std::as_bytes(std::span(send)).data(), std::as_writable_bytes(std::span(received)).data(),
             sizeof(int));
  ring.finish();
  EXPECT_EQ(received, (std::array<int, 5>{p, p + 1, p + 2, p + 3, p + 4}));
}

TEST_P(ReplayTest, UnitsOfSeveralPlacesTravelInOneMessageAndArriveInOthers) {
  Replay ring(comm_, {1, {{0, next_, {{3, 1, 1}, {0, 2, 0}}}}, {{0, previous_, {{2, 1}, {0, 2}}}}},
              options());
  std::array<int, 2> first{comm_.rank(), comm_.rank() + 100};
  std::array<int, 4> second{0, 0, 0, comm_.rank() + 200};
  std::array<int, 3> received{};
  const std::array<Records, 2> outgoing{Records(std::as_writable_bytes(std::span(first)).data(), 4),
                                        Records(std::as_writable_bytes(std::span(second)).data(), 4)};
  const std::array<Records, 1> incoming{Records(std::as_writable_bytes(std::span(received)).data(), 4)};
  ring.begin(outgoing, incoming, sizeof(int));
  ring.finish();
  EXPECT_EQ(received, (std::array<int, 3>{previous_, previous_ + 100, previous_ + 200}));
}

TEST_P(ReplayTest, WhatIsToBeSentOnIsSentOnWhenItHasArrived) {
  // Once round the ring, in as many phases as there are ranks, and home again; two units at a time.
  std::vector<Layout> sends{{0, next_, {{0, 2}}}}, receives;
  for (int phase = 1; phase < comm_.size(); ++phase) {
    const auto unit = static_cast<std::size_t>(2 * (phase - 1));
    receives.push_back({phase - 1, previous_, {{unit, 2, relay_buffer}}});
    sends.push_back({phase, next_, {{unit + 1, 1, relay_buffer}, {unit, 1, relay_buffer}}});  // turned round
  }
  receives.push_back({comm_.size() - 1, previous_, {{0, 2}}});
  Replay ring(comm_, {8, sends, receives}, options());
  for (int replay = 0; replay < 50; ++replay) {
    const std::array<int, 2> mine{comm_.rank() + replay, -1};
    std::array<int, 2> home{};
    ring.begin(std::as_bytes(std::span(mine)).data(), std::as_writable_bytes(std::span(home)).data(),
               sizeof(int));
    ring.finish();
    const bool turned = (comm_.size() - 1) % 2 == 1;
    EXPECT_EQ(home, turned ? (std::array<int, 2>{mine[1], mine[0]}) : mine);
  }
}

TEST_P(ReplayTest, SeveralCanBeUnderWayAtOnce) {
  Replay first(comm_, {1, {{0, next_, {{0, 1}}}}, {{0, previous_, {{0, 1}}}}}, options());
  Replay second(comm_, {1, {{0, previous_, {{0, 1}}}}, {{0, next_, {{0, 1}}}}}, options());
  const int mine = comm_.rank();
  int from_previous = -1, from_next = -1;
  first.begin(std::as_bytes(std::span(&mine, 1)).data(),
              std::as_writable_bytes(std::span(&from_previous, 1)).data(), 4);
  second.begin(std::as_bytes(std::span(&mine, 1)).data(),
               std::as_writable_bytes(std::span(&from_next, 1)).data(), 4);
  // In different orders on different ranks.
  (comm_.rank() % 2 == 0 ? first : second).finish();
  (comm_.rank() % 2 == 0 ? second : first).finish();
  EXPECT_EQ(from_previous, previous_);
  EXPECT_EQ(from_next, next_);
}

TEST_P(ReplayTest, OneThatIsGivenUpHoldsUpNoOther) {
  const Layouts layouts{1, {{0, next_, {{0, 1}}}}, {{0, previous_, {{0, 1}}}}};
  const int mine = comm_.rank();
  int received = -1;
  const auto begin = [&](Replay& replay) {
    replay.begin(std::as_bytes(std::span(&mine, 1)).data(),
                 std::as_writable_bytes(std::span(&received, 1)).data(), sizeof(int));
  };
  try {
    Replay given_up(comm_, layouts, options());
    begin(given_up);
    throw Error("between begin and finish");
  } catch (const Error&) {
  }
  Replay next(comm_, layouts, options());
  begin(next);
  next.finish();
  EXPECT_EQ(received, previous_);
}

TEST_P(ReplayTest, SaysOnceThatEverythingHasArrived) {
  Replay ring(comm_, {1, {{0, next_, {{0, 1}}}}, {{0, previous_, {{0, 1}}}}}, options());
  const int mine = comm_.rank();
  int received = -1, times = 0;
  const auto begin = [&] {
    ring.begin(std::as_bytes(std::span(&mine, 1)).data(),
               std::as_writable_bytes(std::span(&received, 1)).data(), sizeof(int));
  };
  begin();
  ring.finish([&] {
    EXPECT_EQ(received, previous_);
    ++times;
  });
  EXPECT_EQ(times, 1);
  begin();
  EXPECT_THROW(ring.finish([] { throw Error("what has arrived is no use"); }), Error);
  received = -1;
  begin();
  ring.finish();
  EXPECT_EQ(received, previous_) << "the one before is complete";
}

// Rank 1 begins when rank 0 has said so: by then the long message to it cannot have left. It is still sent
// from its memory if rank 0 then throws.
TEST(Replay, SaysThatEverythingHasArrivedBeforeItsMessagesHaveLeft) {
  const Communicator comm(MPI_COMM_WORLD);
  const int me = comm.rank(), size = comm.size(), tag = comm.tag_of_checks();
  if (size < 3 || comm.watches_waits())
    GTEST_SKIP() << "needs a rank apart to receive from, and unwatched waits";
  constexpr std::size_t bytes = 1 << 20;
  Replay ring(comm, {1, {{0, (me + 1) % size, {{0, 1}}}}, {{0, (me + size - 1) % size, {{0, 1}}}}},
              {.transport = Transport::mpi});
  std::vector<std::byte> sent(bytes), received(bytes);
  for (const bool throws : {true, false}) {
    std::ranges::fill(sent, static_cast<std::byte>(me));
    if (me == 1) MPI_Recv(nullptr, 0, MPI_BYTE, 0, tag, comm.handle(), MPI_STATUS_IGNORE);
    ring.begin(sent.data(), received.data(), bytes);
    const auto finish = [&] {
      ring.finish([&] {
        if (me == 0) MPI_Send(nullptr, 0, MPI_BYTE, 1, tag, comm.handle());
        if (me == 0 && throws) throw Error("what has arrived is no use");
      });
    };
    if (me == 0 && throws)
      EXPECT_THROW(finish(), Error);
    else
      finish();
    std::ranges::fill(sent, std::byte{99});
    EXPECT_EQ(received, std::vector<std::byte>(bytes, static_cast<std::byte>((me + size - 1) % size)));
  }
}

// The others get what the failed one owes them. Messages of it may still come, and would be taken for those
// of the next replay.
TEST_P(ReplayTest, OneThatHasFailedEndsOnAllRanksAndIsNotBegunAgain) {
  const int me = comm_.rank(), last = comm_.size() - 1;
  if (last == 0) GTEST_SKIP() << "to oneself it is the same";
  std::vector<Layout> sends, receives;
  if (me == 0) sends.push_back({0, last, {{0, 1}}});
  if (me == last) receives.push_back({0, 0, {{0, 1}}});
  if (me == last && last > 1) sends.push_back({1, 1, {{1, 1}}});
  if (me == 1 && last > 1) receives.push_back({1, last, {{1, 1}}});
  Replay replay(comm_, {2, sends, receives}, options());
  std::vector<std::byte> values(16, static_cast<std::byte>(me));
  replay.begin(values.data(), values.data(), me == 0 ? 4 : 8);
  if (me != last) {
    replay.finish();
    EXPECT_EQ(values[8], static_cast<std::byte>(me == 1 ? last : me));
    return;
  }
  EXPECT_THROW(replay.finish(), Error);
  EXPECT_THROW(replay.begin(values.data(), values.data(), 8), Error);
}

TEST_P(ReplayTest, BeginAndFinishComeInTurn) {
  Replay nothing(comm_, {}, options());
  EXPECT_THROW(nothing.finish(), Error);
  nothing.begin(nullptr, nullptr, 8);
  EXPECT_THROW(nothing.begin(nullptr, nullptr, 8), Error);
  nothing.finish();
}

}  // namespace
}  // namespace partita
