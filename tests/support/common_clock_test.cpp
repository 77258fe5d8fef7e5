// Here the clock of each rank is a day ahead of that of the rank before.
#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/support/common_clock.hpp>

namespace {

double ahead = 0;  // of this rank

}  // namespace

extern "C" double MPI_Wtime() { return PMPI_Wtime() + ahead; }

namespace partita {
namespace {

TEST(CommonClock, IsTheSameOnAllRanks) {
  const Communicator comm(MPI_COMM_WORLD);
  constexpr double day = 86400, wrong_by = 60;
  ahead = day * comm.rank();
  const CommonClock clock(comm);
  for (int teller = 0; teller < comm.size(); ++teller) {
    double told = clock.seconds();
    MPI_Bcast(&told, 1, MPI_DOUBLE, teller, comm.handle());
    EXPECT_NEAR(told, clock.seconds(), wrong_by) << "rank " << teller;
  }
  ahead = 0;
}

}  // namespace
}  // namespace partita
