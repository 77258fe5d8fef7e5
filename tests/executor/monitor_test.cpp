// What a replay that waits says, on stderr, when PARTITA_MONITOR is set. By a clock of the test's own, which
// gains 50 ms whenever a rank reads it that is to wait. The rank that it waits for goes on when that has
// gained 2 s.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/executor/replay/replay.hpp>
#include <partita/support/error.hpp>
#include <partita/support/time_limits.hpp>

#include "tests/sentence.hpp"

namespace {

bool is_to_wait = false;
double gained = 0, has_waited_at = 0;

}  // namespace

extern "C" double MPI_Wtime() {
  if (!is_to_wait) return gained;
  gained += 0.05;
  if (gained < has_waited_at) return gained;
  is_to_wait = false;
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Send(nullptr, 0, MPI_BYTE, ranks - 1, 0, MPI_COMM_WORLD);
  return gained;
}

namespace partita {

using namespace detail;
namespace {

// It is read once in a program: before the first replay of a good value, each bad one is refused.
TEST(Monitor, TakesSecondsOrRefuses) {
  for (const char* given : {"", "soon", "0", "-1", "2s", "nan"}) {
    setenv("PARTITA_MONITOR", given, 1);
    EXPECT_EQ(testing_support::sentence_of([] { (void)monitor_seconds(); }),
              text("PARTITA_MONITOR is \"", given,
                   "\"; give the seconds after which a rank that waits says for what, more than 0"));
  }
  setenv("PARTITA_MONITOR", "0.2", 1);
  setenv("PARTITA_DEADLINE", "1000", 1);  // a rank that has spoken goes on to read the clock
  EXPECT_EQ(monitor_seconds(), 0.2);
}

// What a ring of two units of 8 bytes says on this rank while the last rank is late for rank 0.
std::string said_while_the_last_is_late(const Communicator& comm, Protocol protocol, int replays) {
  const int next = (comm.rank() + 1) % comm.size(), previous = (comm.rank() + comm.size() - 1) % comm.size();
  Replay ring(comm, {4, {{3, next, {{0, 2}}}}, {{3, previous, {{0, 2}}}}}, {.way = {protocol}});
  const std::vector<double> mine(2, comm.rank());
  std::vector<double> received(2);
  testing::internal::CaptureStderr();
  for (int replay = 0; replay < replays; ++replay) {
    is_to_wait = comm.rank() == 0 && comm.size() > 1;
    has_waited_at = gained + 2;
    if (comm.rank() > 0 && comm.rank() == comm.size() - 1)
      MPI_Recv(nullptr, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    ring.begin(reinterpret_cast<const std::byte*>(mine.data()), reinterpret_cast<std::byte*>(received.data()),
               8);
    ring.finish();
  }
  EXPECT_EQ(received, std::vector<double>(2, previous));
  return testing::internal::GetCapturedStderr();
}

class MonitorTest : public testing::TestWithParam<Protocol> {};

INSTANTIATE_TEST_SUITE_P(Protocols, MonitorTest,
                         testing::Values(Protocol::post_all, Protocol::ready_signal, Protocol::barrier,
                                         Protocol::lock),
                         [](const auto& protocol) { return std::string(name_of(protocol.param)); });

TEST_P(MonitorTest, SaysPhasePartnerBytesAndTagOfWhatItWaitsFor) {
  const Communicator comm(MPI_COMM_WORLD);
  const std::string said = said_while_the_last_is_late(comm, GetParam(), 1);
  if (comm.size() > 1 && comm.rank() == 0) {
    // Rank 0 sends to rank 1. If that is late, which others may be for a moment, this is what it waits for
    // first. By `lock` the message may still be leaving.
    const std::string message = text("for 16 bytes from rank ", comm.size() - 1, " in phase 3");
    std::vector<std::string> right{message};
    if (GetParam() == Protocol::barrier) right = {"for all ranks at the barrier before phase 1"};
    if (GetParam() == Protocol::ready_signal) {
      if (comm.size() == 2) right.clear();
      right.push_back("to be allowed to send 16 bytes to rank 1 in phase 3");
    }
    if (GetParam() == Protocol::lock)
      right = {message, "until 16 bytes are taken by rank 1 in phase 3",
               "for the locks of receivers of 1 of its 1 messages"};
    for (std::string& one : right)
      one = text("rank 0 has waited 0.2 s ", one, " (tag 2), by ", name_of(GetParam()), "\n");
    EXPECT_THAT(right, testing::Contains(said));
  }
  if (comm.size() == 1) {
    EXPECT_EQ(said, "");
  }
}

TEST(Monitor, SpeaksOnceAReplay) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank waits for no other";
  const std::string said = said_while_the_last_is_late(comm, Protocol::post_all, 2);
  if (comm.rank() == 0) {
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 2) << said;
  }
}

}  // namespace
}  // namespace partita
