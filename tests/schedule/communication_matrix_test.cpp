#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/error.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/random_matrix.hpp"
#include "tests/sentence.hpp"

namespace partita {
using namespace detail;
namespace {

TEST(CommunicationMatrix, RowsAreDestinationVectorsAndColumnsSourceVectors) {
  const CommunicationMatrix matrix({{{2, 5}, {1, 7}}, {}, {{0, 1}, {1, 0}}});
  EXPECT_EQ(matrix.destinations(0), (DestinationVector{{1, 7}, {2, 5}})) << "ascending by rank";
  EXPECT_EQ(matrix.destinations(2), (DestinationVector{{0, 1}})) << "nothing is no message";
  EXPECT_EQ(matrix.sources(), (std::vector<DestinationVector>{{{2, 1}}, {{0, 7}}, {{0, 5}}}));
}

TEST(CommunicationMatrix, DegreeIsTheLargestFanOutOrFanIn) {
  EXPECT_EQ(CommunicationMatrix({{}, {}}).degree(), 0);
  EXPECT_EQ(CommunicationMatrix({{{1, 1}, {2, 1}}, {}, {}}).degree(), 2) << "fan-out of rank 0";
  EXPECT_EQ(CommunicationMatrix({{{2, 1}}, {{2, 1}}, {{2, 1}}}).degree(), 3) << "fan-in of rank 2";
}

TEST(CommunicationMatrix, RefusesImpossibleDestinationVectors) {
  EXPECT_THROW(CommunicationMatrix({{{1, 1}}}), Error) << "no such rank";
  EXPECT_THROW(CommunicationMatrix({{{0, -1}}}), Error) << "negative length";
  EXPECT_THROW(CommunicationMatrix({{{1, 1}, {1, 2}}, {}}), Error) << "the same rank twice";
}

TEST(CommunicationMatrix, RefusesMoreUnitsThanCanBeSummedUp) {
  constexpr Units most = CommunicationMatrix::most_units, largest = std::numeric_limits<Units>::max();
  EXPECT_NO_THROW(CommunicationMatrix({{{0, most}}}));
  EXPECT_NO_THROW(CommunicationMatrix({{{0, most / 2}}, {{0, most / 2}}}));
  EXPECT_THROW(CommunicationMatrix({{{0, most + 1}}}), Error);
  EXPECT_THROW(CommunicationMatrix({{{0, largest}, {1, largest}}, {}}), Error);
  EXPECT_EQ(testing_support::sentence_of([&] {
              CommunicationMatrix({{{0, most}}, {{0, 1}}, {}});
            }),
            "the messages of ranks 0 to 1 together have more than 2^53 units (9007199254740992), the most "
            "that can be scheduled; give shorter ones");
}

TEST(CommunicationMatrix, WithTheMostUnitsIsScheduledByEveryAlgorithm) {
  // A few long messages among short ones; and one that has all.
  const auto nearly_all = [](int ranks) {
    std::vector<DestinationVector> rows(static_cast<std::size_t>(ranks));
    Units left = CommunicationMatrix::most_units;
    for (int from = 0; from < ranks; ++from)
      for (int to = 0; to < ranks; ++to) {
        const Units length = (from + to) % 3 == 0 ? left / 5 : 1 + to;
        rows[static_cast<std::size_t>(from)].push_back({to, length});
        left -= length;
      }
    rows.back().back().length += left;
    return CommunicationMatrix(std::move(rows));
  };
  const CommunicationMatrix one_message({{}, {{2, CommunicationMatrix::most_units}}, {}});
  for (const CommunicationMatrix& matrix : {nearly_all(2), nearly_all(9), one_message})
    for (const auto& [algorithm, name] : algorithms) {
      ScheduleOptions options{algorithm, 1, machine_named("hypercube", matrix.ranks())};
      options.machine.ranks_per_host = 2;
      for (const double start_up : {0.0, 1e3, 1e15}) {
        options.start_up = start_up;
        const Schedule schedule = make_schedule(matrix, options);
        EXPECT_EQ(verify(schedule, matrix), std::nullopt) << name;
        EXPECT_EQ(verify(reverse(schedule, matrix), testing_support::transposed(matrix)), std::nullopt)
            << name;
        EXPECT_GE(longest_sum(schedule.tables), is_staged(algorithm) ? 1 : longest_sum_bound(matrix)) << name;
        if (algorithm != Algorithm::balanced) break;
      }
    }
}

TEST(RandomRegularMatrix, HasExactlyDMessagesInEveryRowAndColumnAndNoneToOneself) {
  for (const int d : {1, 4, 16, 31}) {
    const auto matrix = make_random_matrix({.ranks = 32, .density = d}, 9);
    for (int rank = 0; rank < 32; ++rank) {
      EXPECT_THAT(matrix.destinations(rank), testing::SizeIs(d));
      for (const MatrixEntry& message : matrix.destinations(rank)) EXPECT_NE(message.rank, rank);
    }
    EXPECT_THAT(matrix.sources(), testing::Each(testing::SizeIs(d)));
  }
}

}  // namespace
}  // namespace partita
