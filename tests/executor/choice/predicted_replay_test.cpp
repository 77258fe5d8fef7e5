// What a strategy is predicted to take where one replay follows another.
#include <limits>

#include <gtest/gtest.h>

#include <partita/executor/choice/predicted_replay.hpp>

namespace partita {
using namespace detail;
namespace {

constexpr double ever = std::numeric_limits<double>::infinity();

// A rank sends 100 bytes to another, and these to the next.
double seconds(const Strategy& strategy, const Costs& costs, double give_up = ever) {
  const CommunicationMatrix ring(std::vector<DestinationVector>{{{1, 100}}, {{2, 100}}, {{0, 100}}});
  ChoiceOptions options{.schedule = {.machine = machine_named("crossbar", 3)}, .bytes_per_unit = 1};
  options.schedule.machine.costs = costs;
  const Schedule schedule = make_schedule(ring, schedule_options(strategy, options.schedule, 1));
  return predicted_replay(strategy, schedule, ring, ReplayBounds(ring, options.schedule.machine, 1), options,
                          give_up);
}

TEST(PredictedReplay, IsNoFasterInARowThanPortsPassItsBytes) {
  EXPECT_NEAR(seconds({}, {.start_up = 1, .bandwidth = 10}), 11, 1e-9);
  EXPECT_NEAR(seconds({}, {.start_up = 1, .bandwidth = 10, .burst = 60}), 11, 1e-9);
  EXPECT_NEAR(seconds({}, {.start_up = 1, .receive = 20, .bandwidth = 10, .burst = 60}), 25, 1e-9)
      << "meanwhile the bucket fills";
  EXPECT_EQ(seconds({}, {.start_up = 1, .bandwidth = 10, .burst = 60}, 10), ever);
}

TEST(PredictedReplay, LosesNothingIfMessagesWaitForReceiversOrBarriers) {
  const Costs costs{.bandwidth = 10, .queue = 50, .loss = 1000};
  EXPECT_GT(seconds({}, costs), 1000);
  EXPECT_GT(seconds({Algorithm::colouring, Protocol::windowed, 1}, costs), 1000);
  EXPECT_LT(seconds({Algorithm::colouring, Protocol::ready_signal}, costs), 1000);
  EXPECT_LT(seconds({Algorithm::colouring, Protocol::barrier}, costs), 1000);
}

}  // namespace
}  // namespace partita
