// Ranks that divide their own messages, whichever algorithm orders the stages.
#include <gtest/gtest.h>

#include <partita/schedule/schedule.hpp>
#include <partita/support/error.hpp>
#include <partita/support/random.hpp>

#include "tests/schedule/two_stage_by.hpp"

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

detail::StageOrder ordered_here(const Communicator& comm, Algorithm algorithm, std::uint64_t seed) {
  return [=](const std::vector<detail::StageMessages>& stage) {
    const auto& [sends, receives] = stage.front();
    return std::vector{
        detail::make_table(comm, detail::lengths(sends), detail::lengths(receives), {algorithm, seed})};
  };
}

TEST(TwoStageOfARank, IsItsPartOfTheWholeScheduleByAnyAlgorithmsInTheStages) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto me = static_cast<std::size_t>(comm.rank());
  std::uint64_t seed = 0;
  for (const auto& [first, first_name] : algorithms)
    for (const auto& [second, second_name] : algorithms) {
      if (is_staged(first) || is_staged(second)) continue;
      const CommunicationMatrix matrix = mostly_full_matrix(comm.size(), ++seed);
      EXPECT_EQ(detail::two_stage(comm, matrix.destinations(comm.rank()), ordered_here(comm, first, seed),
                                  ordered_here(comm, second, seed)),
                testing_support::two_stage_by({first, second}, matrix, seed).tables[me])
          << first_name << ", " << second_name;
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
