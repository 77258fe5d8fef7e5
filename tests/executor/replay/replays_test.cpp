#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/replay/replays.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {
namespace {

// Replays without messages.
std::vector<Replay> empty_replays(const Communicator& comm, int number) {
  std::vector<Replay> all;
  for (int k = 0; k < number; ++k) all.emplace_back(comm, Layouts{});
  return all;
}

void begin(Replays& replays) {
  replays.next().begin(nullptr, nullptr, 8);
  replays.has_begun(8);
}

// While one is under way no other may be begun, not even another candidate of a race.
void expect_one_at_a_time(Replays& replays) {
  EXPECT_THROW(replays.finish(), Error) << "none has been begun";
  for (int replay = 0; replay < 10; ++replay) {
    begin(replays);
    EXPECT_THROW(begin(replays), Error);
    EXPECT_THROW(replays.require_idle(), Error);
    replays.finish();
    EXPECT_NO_THROW(replays.require_idle());
  }
}

TEST(Replays, IsOneAtATime) {
  const Communicator comm(MPI_COMM_WORLD);
  Replays alone(comm, empty_replays(comm, 1), "nothing");
  expect_one_at_a_time(alone);
  Replays race(comm, empty_replays(comm, 2), "nothing");
  expect_one_at_a_time(race);
}

}  // namespace
}  // namespace partita::detail
