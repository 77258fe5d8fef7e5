// tests/executor/doomed_test.cpp tests what ranks say in replays and reductions.
#include <csignal>
#include <exception>

#include <gtest/gtest.h>

#include <partita/support/error.hpp>
#include <partita/termination/termination_handler.hpp>

namespace partita {
namespace {

TEST(TerminationHandler, AProcessHasOneAndThenWhatItHadBefore) {
  const Communicator comm(MPI_COMM_WORLD);
  const std::terminate_handler before = std::get_terminate();
  {
    const TerminationHandler handler(comm);
    EXPECT_NE(std::get_terminate(), before);
    EXPECT_THROW(TerminationHandler another(comm), Error);
    EXPECT_NE(std::get_terminate(), before);
  }
  EXPECT_EQ(std::get_terminate(), before);
  const TerminationHandler handler(comm);
}

TEST(TerminationHandler, SaysWhereARankIsWhenItIsContinuedAndGoesOn) {
  const Communicator comm(MPI_COMM_WORLD);
  const TerminationHandler handler(comm);
  testing::internal::CaptureStderr();
  raise(SIGCONT);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            text("rank ", comm.rank(), " was sent SIGCONT outside of any exchange\n"));
}

}  // namespace
}  // namespace partita
