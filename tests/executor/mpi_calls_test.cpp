// In steady state a replay calls MPI no more often than persistent requests written by hand would.
#include <cstddef>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/inspector/localize.hpp>

#include "tests/executor/count_mpi_calls.hpp"

namespace partita {
namespace {

using namespace testing_support;
using Calls = std::map<std::string, int>;

// Every rank reads the values of every other. Gives the calls of one gather and one scatter, by MPI.
Calls calls_of_both(Protocol protocol) {
  const Communicator comm(MPI_COMM_WORLD);
  std::vector<global_index> references;
  for (int rank = 0; rank < comm.size(); ++rank)
    if (rank != comm.rank()) references.push_back(rank);
  const AccessPattern pattern = localize(TranslationTable::block(comm, comm.size()), references).pattern;
  Exchange halo(pattern, make_plan(pattern, {.schedule = {.algorithm = Algorithm::colouring},
                                             .way = {protocol},
                                             .transport = Transport::mpi}));
  std::vector<double> values(static_cast<std::size_t>(pattern.local_size()), 1.0);
  for (int replays = 0; replays < 3; ++replays) {
    MPI_Barrier(comm.handle());
    forget_mpi_calls();
    halo.gather(values);
    halo.scatter_add(values);
  }
  return mpi_calls();
}

int others() { return Communicator(MPI_COMM_WORLD).size() - 1; }

// A scatter combines what has arrived while messages may still leave.
TEST(MpiCalls, ByPostAllAreTheStartsOneWaitOrTwoInAScatterAndALengthForEachMessage) {
  Calls expected;
  if (others() > 0) expected = {{"Start", 2 * 2 * others()}, {"Waitall", 1 + 2}, {"Get_count", 2 * others()}};
  EXPECT_EQ(calls_of_both(Protocol::post_all), expected);
  setenv("PARTITA_CHECK", "0", 1);
  EXPECT_EQ(calls_of_both(Protocol::post_all), expected) << "with the checks switched off";
  unsetenv("PARTITA_CHECK");
}

// How often a rank tests whether a signal has come depends on its partners.
TEST(MpiCalls, ByReadySignalHaveASignalToStartForEachMessage) {
  Calls calls = calls_of_both(Protocol::ready_signal);
  calls.erase("Testsome");
  calls.erase("Waitall");
  Calls expected;
  if (others() > 0) expected = {{"Start", 2 * 2 * 2 * others()}, {"Get_count", 2 * 2 * others()}};
  EXPECT_EQ(calls, expected);
}

}  // namespace
}  // namespace partita
