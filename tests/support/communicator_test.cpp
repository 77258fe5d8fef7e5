#include <string>

#include <gtest/gtest.h>

#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

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

TEST(Communicator, DoesNotInheritTheErrorHandlerOfItsParent) {
  const auto handler_of = [](MPI_Comm comm) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_get_errhandler(comm, &handler);
    const bool is_one_of_mpi = handler == MPI_ERRORS_RETURN || handler == MPI_ERRORS_ARE_FATAL;
    MPI_Errhandler_free(&handler);
    return is_one_of_mpi ? "of MPI" : "of Partita";
  };
  MPI_Comm parent = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &parent);
  for (const MPI_Errhandler handler : {MPI_ERRORS_RETURN, MPI_ERRORS_ARE_FATAL}) {
    MPI_Comm_set_errhandler(parent, handler);
    const Communicator comm(parent);
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_split_type(comm.handle(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    EXPECT_EQ(handler_of(comm.handle()), std::string("of Partita"));
    EXPECT_EQ(handler_of(host), std::string("of Partita"));
    EXPECT_EQ(handler_of(parent), std::string("of MPI"));
    MPI_Comm_free(&host);
  }
  MPI_Comm_free(&parent);
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
