#include <gtest/gtest.h>

#include <partita/support/communicator.hpp>
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

TEST(Communicator, CopiesShareOneContextAndOneSeriesOfTags) {
  const Communicator comm(MPI_COMM_WORLD);
  const Communicator copy = comm;
  EXPECT_EQ(copy.handle(), comm.handle());
  const int first = comm.reserve_tags(2);
  EXPECT_EQ(copy.reserve_tags(1), first + 2);
}

TEST(Communicator, HandsOutTagsForEverWithinTheLimitOfMpi) {
  const Communicator comm(MPI_COMM_WORLD);
  int* limit = nullptr;
  int found = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void*>(&limit), &found);
  const int many = *limit / 4;
  for (int k = 0; k < 20; ++k) {
    const int tag = comm.reserve_tags(many);
    EXPECT_GE(tag, 2) << "0 and 1 belong to the sparse exchange";
    EXPECT_LE(tag + many - 1, *limit);
  }
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
