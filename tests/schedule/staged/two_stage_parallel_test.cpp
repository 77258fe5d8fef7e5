// Ranks that divide their own messages.
#include <gtest/gtest.h>

#include <partita/schedule/schedule.hpp>
#include <partita/support/error.hpp>
#include <partita/support/random.hpp>

namespace partita {
namespace {

// Messages shorter and longer than the number of ranks.
CommunicationMatrix mostly_full_matrix(int ranks, std::uint64_t seed) {
  Random random(seed);
  std::vector<DestinationVector> rows(static_cast<std::size_t>(ranks));
  for (DestinationVector& row : rows)
    for (int to = 0; to < ranks; ++to)
      if (random.below(3) > 0) row.push_back({to, 1 + random.below(40)});
  return CommunicationMatrix(std::move(rows));
}

TEST(TwoStageOfARank, IsItsPartOfTheWholeSchedule) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto me = static_cast<std::size_t>(comm.rank());
  const ScheduleOptions options{.algorithm = Algorithm::two_stage};
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const CommunicationMatrix matrix = mostly_full_matrix(comm.size(), seed);
    const Schedule forward = make_schedule(matrix, options);
    EXPECT_EQ(make_phase_tables(comm, matrix.destinations(comm.rank()), matrix.sources()[me], options),
              (PhaseTables{forward.tables[me], reverse(forward, matrix).tables[me]}))
        << "seed " << seed;
  }
}

TEST(TwoStageOfARank, ADestinationThatIsNoRankIsRefusedOnEveryRank) {
  const Communicator comm(MPI_COMM_WORLD);
  DestinationVector destinations;
  if (comm.rank() == 0) destinations = {{comm.size(), 3}};
  EXPECT_THROW((void)make_phase_tables(comm, destinations, {}, {Algorithm::two_stage}), CollectiveError);
}

}  // namespace
}  // namespace partita
