// Whole runs by several plans, in turn, by this job.
#include "bench/netlab/race.hpp"

#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/choosing/choose_plan.hpp>

namespace partita::netlab {
namespace {

// On hosts of a network the first plan races its candidates; on one host it has one.
TEST(NetlabRace, TimesRunsOfTheChoiceAndOfFixedPlans) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) return;
  const Messages messages = make_messages("uniform:1", comm.size(), 2000, 1);
  const MessageVectors vectors = message_vectors(comm, messages.matrix.destinations(comm.rank()));
  ScheduleOptions in_phases;
  in_phases.algorithm = Algorithm::colouring;
  const std::vector<Plan> plans{choose_plan(vectors, static_cast<double>(messages.bytes_per_unit)),
                                make_plan(vectors, PlanOptions{}),
                                make_plan(vectors, {.schedule = in_phases, .way = {Protocol::windowed, 1}})};
  const std::vector<RunTime> times = race(vectors, messages, plans, {.replays = 200, .seconds = 5});
  ASSERT_EQ(times.size(), plans.size());
  EXPECT_EQ(times[0].made, 200);
  for (const RunTime& one : times) {
    EXPECT_GT(one.seconds, 0);
    EXPECT_GT(one.of_halves[1], 0);
    EXPECT_GT(one.made, 0);
  }
  EXPECT_EQ(name_of(times[2].first), "colouring by windowed window=1");
  EXPECT_EQ(times[2].last, times[2].first) << "a plan that make_plan made never changes";
  EXPECT_EQ(times[0].reason.find("raced for ") != std::string::npos, plans[0].candidates.size() > 1);
}

}  // namespace
}  // namespace partita::netlab
