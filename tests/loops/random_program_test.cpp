// The promise of the room: whatever a program is made of, its results have the bits that one thread computes
// which has the whole mesh and executes loop after loop, iteration after iteration.
#include "tests/loops/random_program.hpp"

#include <gtest/gtest.h>

#include <partita/support/reduce.hpp>

namespace partita::loops {
namespace {

using testing_support::Program;

// More ranks than cores wait for each other more than they compute.
int programs(int ranks) { return 2400 / (ranks * ranks); }

TEST(RandomPrograms, ComputeTheBitsOfOneThreadWithTheWholeMesh) {
  const Communicator comm(MPI_COMM_WORLD);
  for (int seed = 0; seed < programs(comm.size()); ++seed) {
    Program program(comm, static_cast<std::uint64_t>(seed * 16 + comm.size()));
    std::string difference;
    for (int action = 0; action < 16 && difference.empty(); ++action) {
      program.act();
      if (action % 5 == 0) difference = program.difference();
    }
    difference += program.difference();
    EXPECT_EQ(difference, "") << "program " << seed << ":\n" << program.history();
    ASSERT_EQ(max(comm, static_cast<int>(!difference.empty())), 0) << "on some rank, in program " << seed;
  }
}

}  // namespace
}  // namespace partita::loops
