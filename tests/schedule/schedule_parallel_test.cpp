// One rank's table, made with the others, against the schedule of the whole machine.
#include <gtest/gtest.h>

#include <partita/schedule/verify.hpp>

#include "tests/schedule/random_matrix.hpp"

namespace partita {
namespace {

CommunicationMatrix random_matrix_for(int ranks, std::uint64_t seed) {
  Random random(seed);
  const std::uint32_t percent = random.below(101);
  std::vector<DestinationVector> rows(static_cast<std::size_t>(ranks));
  for (DestinationVector& row : rows)
    for (int to = 0; to < ranks; ++to)
      if (random.below(100) < percent) row.push_back({to, 1 + random.below(40)});
  return CommunicationMatrix(std::move(rows));
}

TEST(Schedule, EveryRanksTablesAreItsPartOfTheWholeScheduleThereAndBack) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto me = static_cast<std::size_t>(comm.rank());
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const auto matrix = random_matrix_for(comm.size(), seed);
    const DestinationVector& destinations = matrix.destinations(comm.rank());
    const SourceVector sources = source_vector(comm, destinations);
    EXPECT_EQ(sources, matrix.sources()[me]) << "seed " << seed;
    for (const auto& [algorithm, name] : algorithms) {
      const ScheduleOptions options{.algorithm = algorithm,
                                    .seed = seed,
                                    .machine = machine_named("hypercube", comm.size()),
                                    .order = send_orders[seed % send_orders.size()].value};
      const Schedule forward = make_schedule(matrix, options);
      EXPECT_EQ(make_phase_tables(comm, destinations, sources, options),
                (PhaseTables{forward.tables[me], reverse(forward, matrix).tables[me]}))
          << name << ", seed " << seed;
    }
  }
}

TEST(Schedule, ADestinationThatIsNoRankIsRefusedOnEveryRank) {
  const Communicator comm(MPI_COMM_WORLD);
  DestinationVector destinations;
  if (comm.rank() == 0) destinations = {{comm.size(), 3}};
  EXPECT_THROW((void)make_phase_tables(comm, destinations, {}, {Algorithm::two_stage}), CollectiveError);
}

// Sparse rows and dense ones travel in different forms.
TEST(Schedule, ConcatenateGivesEveryRankTheWholeMatrix) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto expect_concatenated = [&](const CommunicationMatrix& matrix) {
    const CommunicationMatrix gathered = concatenate(comm, matrix.destinations(comm.rank()));
    ASSERT_EQ(gathered.ranks(), comm.size());
    for (int rank = 0; rank < comm.size(); ++rank)
      EXPECT_EQ(gathered.destinations(rank), matrix.destinations(rank));
  };
  for (std::uint64_t seed = 0; seed < 20; ++seed) expect_concatenated(random_matrix_for(comm.size(), seed));
  // Rank k sends to k ranks.
  std::vector<DestinationVector> rows(static_cast<std::size_t>(comm.size()));
  for (int from = 0; from < comm.size(); ++from)
    for (int to = 0; to < from; ++to) rows[static_cast<std::size_t>(from)].push_back({to, 1 + to});
  expect_concatenated(CommunicationMatrix(std::move(rows)));
}

}  // namespace
}  // namespace partita
