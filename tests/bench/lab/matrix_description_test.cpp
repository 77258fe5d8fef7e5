#include "bench/lab/matrix_description.hpp"

#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/support/error.hpp>

#include "tests/miniapps/command.hpp"

namespace partita::lab {
namespace {

CommunicationMatrix made(const std::string& spelling, int ranks, std::uint64_t seed = 1) {
  return make_matrix(matrix_description(spelling), ranks, seed);
}

std::vector<DestinationVector> rows(const CommunicationMatrix& matrix) {
  std::vector<DestinationVector> all;
  for (int rank = 0; rank < matrix.ranks(); ++rank) all.push_back(matrix.destinations(rank));
  return all;
}

TEST(MatrixDescription, UniformOnesHaveAsManyMessagesOfOneUnitInEveryRowAndColumn) {
  const CommunicationMatrix matrix = made("uniform:5", 16);
  const std::vector<SourceVector> sources = matrix.sources();
  for (int rank = 0; rank < 16; ++rank) {
    EXPECT_EQ(matrix.destinations(rank).size(), 5u);
    EXPECT_EQ(sources[static_cast<std::size_t>(rank)].size(), 5u);
    for (const MatrixEntry& entry : matrix.destinations(rank)) EXPECT_EQ(entry.length, 1);
  }
}

TEST(MatrixDescription, NonuniformOnesHaveLengthsUpToTheLongest) {
  Units shortest = 100, longest = 0;
  for (const DestinationVector& row : rows(made("nonuniform:8:9", 64)))
    for (const MatrixEntry& entry : row) {
      shortest = std::min(shortest, entry.length);
      longest = std::max(longest, entry.length);
    }
  EXPECT_EQ(shortest, 1);
  EXPECT_EQ(longest, 9);
}

TEST(MatrixDescription, CompleteOnesHaveEveryMessageButThoseToOneself) {
  const CommunicationMatrix matrix = made("complete", 7);
  for (int from = 0; from < 7; ++from) {
    EXPECT_EQ(matrix.destinations(from).size(), 6u);
    for (const MatrixEntry& entry : matrix.destinations(from)) EXPECT_NE(entry.rank, from);
  }
}

TEST(MatrixDescription, PermutationsHaveOneMessageInEveryRowAndColumnOrNoneInBoth) {
  int fixed_points = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const CommunicationMatrix matrix = made("permutation", 8, seed);
    const std::vector<SourceVector> sources = matrix.sources();
    for (int rank = 0; rank < 8; ++rank) {
      ASSERT_LE(matrix.destinations(rank).size(), 1u);
      ASSERT_EQ(matrix.destinations(rank).size(), sources[static_cast<std::size_t>(rank)].size());
      fixed_points += matrix.destinations(rank).empty() ? 1 : 0;
    }
  }
  EXPECT_NEAR(fixed_points, 200, 60) << "one on average";
}

TEST(MatrixDescription, TheSameSeedGivesTheSameMatrix) {
  for (const char* spelling : {"uniform:3", "nonuniform:3:50", "permutation"}) {
    EXPECT_EQ(rows(made(spelling, 16, 7)), rows(made(spelling, 16, 7)));
    EXPECT_NE(rows(made(spelling, 16, 7)), rows(made(spelling, 16, 8)));
  }
}

TEST(MatrixDescription, MatrixMarketFilesAreReadAndMustSuit) {
  const testing_support::Folder folder("matrix_description");
  const std::string file = folder / "two.mtx";
  std::ofstream(file) << "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 30\n";
  EXPECT_EQ(rows(made("market:" + file, 2)), (std::vector<DestinationVector>{{{1, 30}}, {}}));
  EXPECT_THROW((void)made("market:" + file, 3), Error);
  EXPECT_THROW((void)made("market:" + file + "x", 2), Error);
}

TEST(MatrixDescription, OtherSpellingsAreRefused) {
  for (const char* spelling :
       {"", "uniform", "uniform:", "uniform:x", "uniform:3:4", "uniform:0", "uniform:-1", "uniform:3x",
        "nonuniform:3", "complete:3", "permutation:1", "market:", "dense"})
    EXPECT_THROW((void)matrix_description(spelling), Error) << spelling;
  EXPECT_THROW((void)made("uniform:8", 8), Error) << "no rank sends to itself";
}

}  // namespace
}  // namespace partita::lab
