// Whole lives of patterns, by this job.
#include "bench/netlab/lives.hpp"

#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/choosing/choose_plan.hpp>

namespace partita::netlab {
namespace {

TEST(NetlabLives, MakeThePlanAnewAndReplayItSoOften) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) return;
  const Messages messages = make_messages("uniform:1", comm.size(), 2000, 1);
  const MessageVectors vectors = message_vectors(comm, messages.matrix.destinations(comm.rank()));
  int made = 0;
  const std::vector<std::function<Plan()>> make{
      [&] { return choose_plan(vectors, static_cast<double>(messages.bytes_per_unit)); },
      [&] {
        ++made;
        return make_plan(vectors, PlanOptions{});
      }};
  const std::vector<RunTime> times =
      lives(vectors, messages.bytes_per_unit, make, {.replays = 13, .seconds = 1e-9});
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(made, 3) << "two rounds, and one life that opens connections";
  EXPECT_EQ(times[1].made, 10) << "out of time after its first block";
  EXPECT_EQ(name_of(times[1].first), "rs_n by post_all");
  for (const RunTime& one : times) {
    EXPECT_GT(one.of_halves[0], 0);
    EXPECT_GT(one.of_halves[1], 0);
    EXPECT_NEAR(one.seconds, (one.of_halves[0] + one.of_halves[1]) / 2, 1e-12);
  }
}

}  // namespace
}  // namespace partita::netlab
