// Communication matrices from meshes and from Matrix Market files.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/support/error.hpp>

#include "miniapps/phases/market_matrix.hpp"
#include "miniapps/phases/mesh_matrix.hpp"
#include "miniapps/phases/statistics.hpp"
#include "tests/sentence.hpp"

namespace partita::phases {
namespace {

using Rows = std::vector<DestinationVector>;

Rows rows_of(const CommunicationMatrix& matrix) {
  Rows rows;
  for (int rank = 0; rank < matrix.ranks(); ++rank) rows.push_back(matrix.destinations(rank));
  return rows;
}

TEST(MeshMatrix, AVertexGoesOnceToEveryPartThatHasANeighbourOfIt) {
  // Vertices 0 1 on rank 0, 2 3 on rank 1, 4 on rank 2; 1 is a neighbour of both vertices of rank 1.
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {1, 3}, {2, 3}, {3, 4}};
  const std::vector<int> part_of{0, 0, 1, 1, 2};
  EXPECT_EQ(rows_of(mesh_matrix(edges, part_of, 3)), (Rows{{{1, 1}}, {{0, 2}, {2, 1}}, {{1, 1}}}));
}

TEST(MeshMatrix, RanksWithoutVerticesSendNothing) {
  const std::vector<Edge> edges{{0, 1}};
  EXPECT_EQ(rows_of(mesh_matrix(edges, std::vector{1, 3}, 5)), (Rows{{}, {{3, 1}}, {}, {{1, 1}}, {}}));
  EXPECT_EQ(rows_of(mesh_matrix({}, {}, 2)), (Rows{{}, {}}));
}

CommunicationMatrix market(const std::string& content) { return read_market_matrix(content, "com.mtx"); }

TEST(MarketMatrix, EntriesAreUnitsFromRowToColumn) {
  EXPECT_EQ(
      rows_of(market("%%MatrixMarket matrix coordinate real general\n3 3 3\n2 1 5\n1 3 4.0\n3 3 1e1\n")),
      (Rows{{{2, 4}}, {{0, 5}}, {{2, 10}}}));
  EXPECT_EQ(rows_of(market("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n")),
            (Rows{{{1, 1}}, {{0, 1}}}));
}

TEST(MarketMatrix, EntriesOfZeroAreNotMessages) {
  EXPECT_EQ(rows_of(market("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 0\n")), (Rows{{}}));
}

TEST(MarketMatrix, WhatIsNoMatrixOfMessagesIsRefused) {
  const auto expect = [](const std::string& content, const std::string& sentence) {
    EXPECT_THAT(testing_support::sentence_of(
                    [&] { market("%%MatrixMarket matrix coordinate real general\n" + content); }),
                testing::HasSubstr(sentence))
        << content;
  };
  expect("2 3 1\n1 2 3\n", "com.mtx:2: ");
  expect("2 2 1\n1 2 -3\n", "com.mtx:3: a message is a whole number of units");
  expect("2 2 1\n1 2 0.5\n", "com.mtx:3: a message is a whole number of units");
  expect("1048577 1048577 0\n", "com.mtx:2: expected the number of rows");
}

TEST(MarketMatrix, OfTwoSignsIsRefusedAtTheWordThatSaysSo) {
  EXPECT_THAT(testing_support::sentence_of(
                  [] { market("%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 3\n"); }),
              testing::StartsWith("com.mtx:1: expected general or symmetric, not"));
}

TEST(MatrixStatistics, AreThoseOfThePapersTables) {
  const std::vector<CommunicationMatrix> matrices{
      CommunicationMatrix({{{1, 4}, {2, 1}}, {}, {{0, 7}}}),
      CommunicationMatrix(Rows{{{1, 2}}, {{0, 2}}, {}}),
  };
  const MatrixStatistics s = statistics_of(matrices);
  EXPECT_DOUBLE_EQ(s.messages_max, 1.5);
  EXPECT_DOUBLE_EQ(s.messages_min, 0);
  EXPECT_DOUBLE_EQ(s.messages_avg, (1 + 2. / 3) / 2);
  EXPECT_DOUBLE_EQ(s.length_max, 4.5);
  EXPECT_DOUBLE_EQ(s.length_min, 1.5);
  EXPECT_DOUBLE_EQ(s.length_avg, 3);
  EXPECT_DOUBLE_EQ(s.busiest, 4.5);
}

}  // namespace
}  // namespace partita::phases
