// Matrices that spmv reads from Matrix Market files.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/support/error.hpp>

#include "miniapps/spmv/read_matrix.hpp"
#include "tests/sentence.hpp"

namespace partita::spmv {
namespace {

using testing::ElementsAre;

TEST(SpmvMatrix, IsReadEntryByEntry) {
  const Entries matrix = read_matrix_market(
      "%%MatrixMarket matrix coordinate real general\n% made by hand\n3 3 3\n1 1 2.5\n3 1 -1e-3\n\n2 3 7\n",
      "a.mtx");
  EXPECT_EQ(matrix.rows, 3);
  EXPECT_THAT(matrix.places, ElementsAre(Edge{0, 0}, Edge{2, 0}, Edge{1, 2}));
  EXPECT_THAT(matrix.values, ElementsAre(2.5, -1e-3, 7));
}

TEST(SpmvMatrix, HasBothHalvesWhenTheFileHasOne) {
  const Entries symmetric = read_matrix_market(
      "%%MatrixMarket MATRIX Coordinate Integer Symmetric\n2 2 2\n1 1 4\n2 1 3\n", "a.mtx");
  EXPECT_THAT(symmetric.places, ElementsAre(Edge{0, 0}, Edge{1, 0}, Edge{0, 1}));
  EXPECT_THAT(symmetric.values, ElementsAre(4, 3, 3));
  const Entries skew =
      read_matrix_market("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n", "a.mtx");
  EXPECT_THAT(skew.values, ElementsAre(3, -3));
}

TEST(SpmvMatrix, IsOfOnesWhenTheFileHasAPattern) {
  EXPECT_THAT(
      read_matrix_market("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n", "a.mtx").values,
      ElementsAre(1));
}

void expect_refusal(const std::string& content, const std::string& sentence) {
  EXPECT_THAT(testing_support::sentence_of([&] { (void)read_matrix_market(content, "a.mtx"); }),
              testing::StartsWith(sentence));
}

TEST(SpmvMatrix, IsRefusedInOneSentenceWithItsLine) {
  const std::string header = "%%MatrixMarket matrix coordinate real general\n";
  expect_refusal("", "a.mtx: ");
  expect_refusal("1 2 3\n", "a.mtx:1: expected %%MatrixMarket");
  expect_refusal("%%MatrixMarket matrix array real general\n", "a.mtx:1: expected coordinate");
  expect_refusal("%%MatrixMarket matrix coordinate complex general\n",
                 "a.mtx:1: expected integer, real or pattern");
  expect_refusal(header + "2 3 1\n1 1 1\n", "a.mtx:2: the matrix is of 2 rows and 3 columns");
  expect_refusal(header + "2 2 1\n3 1 1\n", "a.mtx:3: ");
  expect_refusal(header + "2 2 1\n1 1 one\n", "a.mtx:3: expected a value");
  expect_refusal(header + "2 2 2\n1 1 1.0\n", "a.mtx:");
  expect_refusal(header + "2 2 1\n1 1 1\n2 2 1\n", "a.mtx:4: expected the end of the file");
  expect_refusal(header + "2 2 2\n1 2 1\n1 2 5\n", "a.mtx: entry (1, 2) is there twice");
  expect_refusal(header + "2 2 900000000000\n1 1 1\n", "a.mtx:");
  expect_refusal("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 2 1\n2 1 1\n",
                 "a.mtx: entry (1, 2) is there twice; list one half of the matrix, or write general");
  expect_refusal("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 3\n",
                 "a.mtx:3: this entry is on the diagonal, which is zero in a skew-symmetric matrix");
}

}  // namespace
}  // namespace partita::spmv
