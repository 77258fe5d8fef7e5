// The promise of the room: whatever a program is made of, its results have the bits that one thread computes
// which has the whole mesh and executes loop after loop, iteration after iteration.
#include "tests/loops/random_program.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

#include <partita/support/reduce.hpp>

namespace partita::loops {
namespace {

using testing_support::Program;

// More ranks than cores wait for each other more than they compute.
int programs(int ranks) { return 2400 / (ranks * ranks); }

// What each program does: `steps` times one thing after the other, compared after every few of them.
void run(const Communicator& comm, int programs, int steps, int compared, const auto& step) {
  for (int seed = 0; seed < programs; ++seed) {
    Program program(comm, static_cast<std::uint64_t>(seed * 16 + comm.size()));
    std::string difference;
    for (int k = 0; k < steps && difference.empty(); ++k) {
      step(program);
      if (k % compared == 0) difference = program.difference();
    }
    difference += program.difference();
    EXPECT_EQ(difference, "") << "program " << seed << ":\n" << program.history();
    ASSERT_EQ(max(comm, static_cast<int>(!difference.empty())), 0) << "on some rank, in program " << seed;
  }
}

TEST(RandomPrograms, ComputeTheBitsOfOneThreadWithTheWholeMesh) {
  const Communicator comm(MPI_COMM_WORLD);
  run(comm, programs(comm.size()), 16, 5, [](Program& program) { program.act(); });
}

// The long test has a thousand of them on every number of ranks.
TEST(RandomPrograms, FollowMapsAndOwnersThatChangeBetweenRuns) {
  const Communicator comm(MPI_COMM_WORLD);
  const char* const given = std::getenv("PROGRAMS");
  run(comm, given ? std::atoi(given) : programs(comm.size()) / 16, 8, 1, [](Program& program) {
    program.act();
    program.adapt();
  });
}

}  // namespace
}  // namespace partita::loops
