#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/choosing/racing_director.hpp>
#include <partita/executor/replay/director.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {
namespace {

// Replays without messages.
std::vector<Replay> empty_replays(const Communicator& comm, int number) {
  std::vector<Replay> all;
  for (int k = 0; k < number; ++k) all.emplace_back(comm, Layouts{});
  return all;
}

// While one is under way no other may be begun, not even another rival of a race.
void expect_one_at_a_time(DirectedReplay& replays) {
  EXPECT_THROW(replays.finish(), Error) << "none has been begun";
  for (int replay = 0; replay < 10; ++replay) {
    replays.begin(nullptr, nullptr, 8);
    EXPECT_THROW(replays.begin(nullptr, nullptr, 8), Error);
    EXPECT_THROW(replays.require_idle(), Error);
    replays.finish();
    EXPECT_NO_THROW(replays.require_idle());
  }
}

TEST(DirectedReplay, IsOneAtATime) {
  const Communicator comm(MPI_COMM_WORLD);
  DirectedReplay alone(empty_replays(comm, 1));
  expect_one_at_a_time(alone);
  DirectedReplay race(empty_replays(comm, 2), std::make_unique<RacingDirector>(comm, 2, "nothing"));
  expect_one_at_a_time(race);
}

}  // namespace
}  // namespace partita::detail
