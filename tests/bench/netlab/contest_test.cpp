// Strategies that replay the same messages, in turn, by this job.
#include "bench/netlab/contest.hpp"

#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/replay/transport/shared_memory.hpp>

namespace partita::netlab {

using namespace detail;
namespace {

TEST(NetlabContest, ReplaysEveryStrategyAndChecksTheValues) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) return;
  const Messages messages = make_messages("nonuniform:1:9", comm.size(), 5000, 1);
  const ScheduleOptions base{.machine = {.ranks_per_host = 2}};
  std::vector<Strategy> strategies{Strategy{}, Strategy{Algorithm::balanced, {Protocol::windowed, 1}},
                                   Strategy{Algorithm::colouring, {Protocol::ready_signal}},
                                   Strategy{Algorithm::node_aware}};
  // Between hosts, Open MPI 4.1's windows over TCP sometimes deadlock.
  const bool share_one_host = SharedMemory::of(comm).ranks() == comm.size();
  if (share_one_host) strategies.push_back({Algorithm::ac, {Protocol::lock}});
  std::vector<Contender> contenders;
  for (const Strategy& strategy : strategies)
    contenders.push_back(
        {strategy,
         make_schedule(messages.matrix,
                       schedule_options(strategy, base, static_cast<double>(messages.bytes_per_unit)))});
  for (const Transport transport : {Transport::automatic, Transport::mpi}) {
    const std::vector<Times> times =
        contest(comm, messages, contenders, transport, {.rounds = 4, .seconds = 0});
    ASSERT_EQ(times.size(), contenders.size());
    for (const Times& one : times) {
      EXPECT_GT(one.median, 0);
      EXPECT_GE(one.worst, one.median);
    }
  }
}

TEST(NetlabMessages, HaveTheGivenMeanLength) {
  const Messages messages = make_messages("nonuniform:4:15", 8, 65536, 1);
  double units = 0, count = 0;
  for (int rank = 0; rank < 8; ++rank)
    for (const MatrixEntry& entry : messages.matrix.destinations(rank)) {
      units += static_cast<double>(entry.length);
      ++count;
    }
  EXPECT_NEAR(units / count * static_cast<double>(messages.bytes_per_unit), 65536, 100);
}

}  // namespace
}  // namespace partita::netlab
