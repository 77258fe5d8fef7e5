#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/replay/synchronisation/barrier.hpp>

namespace partita::detail {
namespace {

void pass(Barrier& barrier) {
  while (!barrier.passed()) continue;
}

TEST(Barrier, CarriesTheMaximumOfNumbers) {
  const Communicator comm(MPI_COMM_WORLD);
  Barrier barrier(comm, 3);
  for (int time = 0; time < 5; ++time) {
    barrier.enter(
        std::vector<double>{1.0 * comm.rank(), -1.0 * comm.rank(), comm.rank() == time ? 7.0 : 0.0});
    pass(barrier);
    EXPECT_EQ(barrier.maximum()[0], comm.size() - 1);
    EXPECT_EQ(barrier.maximum()[1], 0);
    EXPECT_EQ(barrier.maximum()[2], time < comm.size() ? 7 : 0);
  }
}

TEST(Barrier, IsPassedInAnotherOrderOnEveryRank) {
  const Communicator comm(MPI_COMM_WORLD);
  Barrier one(comm, 1), other(comm, 1);
  one.enter(std::vector<double>{1.0 * comm.rank()});
  other.enter(std::vector<double>{10.0 * comm.rank()});
  while (!one.passed() || !other.passed()) continue;
  EXPECT_EQ(one.maximum()[0], comm.size() - 1);
  EXPECT_EQ(other.maximum()[0], 10 * (comm.size() - 1));
}

// One that rank 0 leaves is under way until the others have come.
TEST(Barrier, HoldsUpNothingOnceItHasBeenLeftAndPassed) {
  struct Other final : UnderWay {
    void advance() override {}
    void say_what_is_waited_for(Sentence&) const override {}
  } other;
  const Communicator comm(MPI_COMM_WORLD);
  comm.enter(other);
  {
    Barrier barrier(comm, 1);
    if (comm.rank() == 0) barrier.enter(std::vector<double>{1});
    if (comm.rank() > 0) MPI_Barrier(comm.handle());
    if (comm.rank() > 0) barrier.enter(std::vector<double>{1});
    if (comm.rank() > 0) pass(barrier);
  }
  if (comm.rank() == 0) {
    EXPECT_EQ(comm.is_alone(other), comm.size() == 1);
    MPI_Barrier(comm.handle());
    while (!comm.is_alone(other)) comm.advance_all();
  }
  EXPECT_TRUE(comm.is_alone(other));
  comm.leave(other);
}

}  // namespace
}  // namespace partita::detail
