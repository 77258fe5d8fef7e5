#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/random_matrix.hpp>
#include <partita/support/error.hpp>

#include "tests/schedule/random_matrix.hpp"

namespace partita {
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
