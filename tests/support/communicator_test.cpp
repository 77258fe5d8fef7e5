#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>
#include <partita/support/messages.hpp>
#include <partita/support/reduce.hpp>

#include "tests/sentence.hpp"

namespace partita {
namespace {

TEST(Communicator, KnowsRankAndSize) {
  const Communicator comm(MPI_COMM_WORLD);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  EXPECT_EQ(comm.rank(), rank);
  EXPECT_EQ(comm.size(), size);
}

TEST(Communicator, CopiesShareOneContext) {
  const Communicator comm(MPI_COMM_WORLD);
  const Communicator copy = comm;
  EXPECT_EQ(copy.handle(), comm.handle());
}

TEST(Communicator, IsNotMadeOfTwoGroups) {
  const Communicator world(MPI_COMM_WORLD);
  if (world.size() == 1) GTEST_SKIP() << "an intercommunicator has two groups of ranks";
  MPI_Comm half = MPI_COMM_NULL, between = MPI_COMM_NULL;
  MPI_Comm_split(world.handle(), world.rank() % 2, 0, &half);
  MPI_Intercomm_create(half, 0, world.handle(), 1 - world.rank() % 2, 2, &between);
  EXPECT_THROW(Communicator{between}, CollectiveError);
  MPI_Comm_free(&between);
  MPI_Comm_free(&half);
}

int handled = MPI_SUCCESS;  // the last error that the program's handler has been given
std::string said;

void keep_error(MPI_Comm*, int* error, ...) { handled = *error; }

// By MPI_ERRORS_ARE_FATAL the job ends: doomed_test.cpp.
class FailedCommunicator : public testing::TestWithParam<bool> {
 protected:
  FailedCommunicator() {
    handled = MPI_SUCCESS;
    set_message_sink([](const char* sentence) { said = sentence; });
    MPI_Comm_dup(MPI_COMM_WORLD, &parent_);
    MPI_Errhandler own = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(keep_error, &own);
    MPI_Comm_set_errhandler(parent_, GetParam() ? own : MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&own);
  }
  ~FailedCommunicator() override { set_message_sink(nullptr); }

  MPI_Comm parent_ = MPI_COMM_NULL;
};

INSTANTIATE_TEST_SUITE_P(Handlers, FailedCommunicator, testing::Bool(), [](const auto& is_of_program) {
  return is_of_program.param ? "OfTheProgram" : "MPI_ERRORS_RETURN";
});

TEST_P(FailedCommunicator, CallsTheHandlerOfTheGivenOneAndThrowsFromThenOn) {
  const Communicator comm(parent_);
  MPI_Comm host = MPI_COMM_NULL;
  MPI_Comm_split_type(comm.handle(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  comm.adopt(host);
  MPI_Comm_free(&parent_);  // the handler stays
  EXPECT_EQ(sum(comm, 1), comm.size());

  MPI_Send(nullptr, 0, MPI_BYTE, comm.size(), 0, host);
  int kind = MPI_SUCCESS;
  MPI_Error_class(handled, &kind);
  EXPECT_EQ(kind, GetParam() ? MPI_ERR_RANK : MPI_SUCCESS);
  const std::string sentence = testing_support::sentence_of([&] { (void)sum(comm, 1); });
  EXPECT_THAT(sentence, testing::StartsWith(
                            text("MPI has failed on rank ", comm.rank(), ", outside of any exchange: ")));
  EXPECT_EQ(said, "partita: " + sentence);
  EXPECT_EQ(testing_support::sentence_of([&] { (void)sum(comm, 1); }), sentence);
  EXPECT_EQ(sum(Communicator(MPI_COMM_WORLD), 1), comm.size()) << "others work";
  MPI_Comm_free(&host);
}

TEST(Communicator, MoreThanMpiHasContextsCanBeMadeOneAfterTheOther) {
  for (int k = 0; k < 5000; ++k) Communicator comm(MPI_COMM_SELF);
}

TEST(Reduce, SumsBelowStartTheSharesOfTheConcatenation) {
  const Communicator comm(MPI_COMM_WORLD);
  EXPECT_EQ(sum_below(comm, std::int64_t{10}), 10 * comm.rank());
  EXPECT_EQ(sum(comm, 1), comm.size());
  EXPECT_EQ(max(comm, comm.rank()), comm.size() - 1);
  EXPECT_EQ(min(comm, comm.rank()), 0);
}

}  // namespace
}  // namespace partita
