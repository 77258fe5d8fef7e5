#include "miniapps/market_file.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/support/error.hpp>

namespace partita {
namespace {

using testing::ElementsAre;

std::vector<Edge> places(const MarketMatrix& matrix) {
  std::vector<Edge> all;
  for (const auto& entry : matrix.entries) all.push_back({entry.row, entry.column});
  return all;
}

std::vector<double> values(const MarketMatrix& matrix) {
  std::vector<double> all;
  for (const auto& entry : matrix.entries) all.push_back(entry.value);
  return all;
}

TEST(MarketFile, IsReadEntryByEntry) {
  const MarketMatrix matrix = read_market(
      "%%MatrixMarket matrix coordinate real general\n% made by hand\n\n3 3 3\n1 1 2.5\n3 1 -1e-3\n\n"
      "% another\n2 3 7\n\n",
      "a.mtx");
  EXPECT_EQ(matrix.rows, 3);
  EXPECT_THAT(places(matrix), ElementsAre(Edge{0, 0}, Edge{1, 2}, Edge{2, 0}));
  EXPECT_THAT(values(matrix), ElementsAre(2.5, 7, -1e-3));
  EXPECT_EQ(matrix.entries[1].line, 9);
}

TEST(MarketFile, HasBothHalvesWhenTheFileHasOne) {
  const MarketMatrix symmetric =
      read_market("%%matrixmarket MATRIX Coordinate Integer Symmetric\n2 2 2\n1 1 4\n2 1 3\n", "a.mtx");
  EXPECT_THAT(places(symmetric), ElementsAre(Edge{0, 0}, Edge{0, 1}, Edge{1, 0}));
  EXPECT_THAT(values(symmetric), ElementsAre(4, 3, 3));
  const MarketMatrix skew =
      read_market("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n", "a.mtx");
  EXPECT_THAT(values(skew), ElementsAre(-3, 3));
}

TEST(MarketFile, IsOfOnesWhenItHasAPattern) {
  EXPECT_THAT(values(read_market("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n", "a.mtx")),
              ElementsAre(1));
}

void expect_refusal(const std::string& content, const std::string& sentence) {
  try {
    (void)read_market(content, "a.mtx");
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::StartsWith(sentence));
  }
}

TEST(MarketFile, IsRefusedInOneSentenceWithItsLine) {
  const std::string header = "%%MatrixMarket matrix coordinate real general\n";
  expect_refusal("", "a.mtx: ");
  expect_refusal("1 2 3\n", "a.mtx:1: expected %%MatrixMarket");
  expect_refusal("%%MatrixMarket matrix array real general\n", "a.mtx:1: expected coordinate");
  expect_refusal("%%MatrixMarket matrix coordinate complex general\n",
                 "a.mtx:1: expected integer, real or pattern");
  expect_refusal("%%MatrixMarket matrix coordinate real hermitian\n",
                 "a.mtx:1: expected general, symmetric or skew-symmetric");
  expect_refusal(header, "a.mtx");
  expect_refusal(header + "2 3 1\n1 1 1\n", "a.mtx:2: the matrix is of 2 rows and 3 columns");
  expect_refusal(header + "2 2 1\n0 1 1\n", "a.mtx:3: ");
  expect_refusal(header + "2 2 1\n3 1 1\n", "a.mtx:3: ");
  expect_refusal(header + "2 2 1\n1 1\n", "a.mtx:3: expected a value");
  expect_refusal(header + "2 2 1\n1 1 one\n", "a.mtx:3: expected a value");
  expect_refusal(header + "2 2 1\n1 2 3 4\n", "a.mtx:3");
  expect_refusal(header + "2 2 2\n1 1 1.0\n", "a.mtx:");
  expect_refusal(header + "2 2 1\n1 1 1\n2 2 1\n", "a.mtx:4: expected the end of the file");
  expect_refusal(header + "2 2 2\n1 2 1\n1 2 5\n", "a.mtx:4: entry (1, 2) is there for the second time");
  expect_refusal(header + "2 2 900000000000\n1 1 1\n", "a.mtx:");
  expect_refusal("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 2 1\n2 1 1\n",
                 "a.mtx:4: entry (1, 2) is there for the second time; list one half of the matrix");
  expect_refusal("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 3\n",
                 "a.mtx:3: this entry is on the diagonal, which is zero in a skew-symmetric matrix");
}

}  // namespace
}  // namespace partita
