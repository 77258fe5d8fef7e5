#include "miniapps/random_matrix.hpp"

#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>

namespace partita {
using namespace detail;
namespace {

std::vector<RandomMatrix> looks() {
  std::vector<RandomMatrix> all;
  for (const Regularity regularity : {Regularity::exact, Regularity::rows, Regularity::independent})
    for (const auto& [ranks, density] :
         {std::pair(1, 0), {2, 1}, {5, 0}, {5, 2}, {32, 4}, {32, 16}, {32, 31}})
      all.push_back(
          {.ranks = ranks, .density = density, .shortest = 3, .longest = 9, .regularity = regularity});
  return all;
}

TEST(RandomMatrix, NobodySendsToHimselfAndLengthsAreInRange) {
  for (const RandomMatrix& look : looks())
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const auto matrix = make_random_matrix(look, seed);
      ASSERT_EQ(matrix.ranks(), look.ranks);
      for (int from = 0; from < matrix.ranks(); ++from)
        for (const auto [to, length] : matrix.destinations(from)) {
          EXPECT_NE(to, from);
          EXPECT_GE(length, 3);
          EXPECT_LE(length, 9);
        }
    }
}

TEST(RandomMatrix, EveryRankSendsAndReceivesAsManyMessagesAsItsRegularitySays) {
  for (const RandomMatrix& look : looks())
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const auto matrix = make_random_matrix(look, seed);
      const auto sources = matrix.sources();
      for (int rank = 0; rank < look.ranks; ++rank) {
        if (look.regularity != Regularity::independent) {
          EXPECT_EQ(matrix.destinations(rank).size(), look.density);
        }
        if (look.regularity == Regularity::exact) {
          EXPECT_EQ(sources[static_cast<std::size_t>(rank)].size(), look.density);
        }
      }
    }
}

TEST(RandomMatrix, IndependentOnesHaveTheirDensityInTheMean) {
  std::size_t messages = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto matrix =
        make_random_matrix({.ranks = 32, .density = 8, .regularity = Regularity::independent}, seed);
    for (int rank = 0; rank < 32; ++rank) messages += matrix.destinations(rank).size();
  }
  EXPECT_NEAR(static_cast<double>(messages) / (50 * 32), 8, 0.3);
}

TEST(RandomMatrix, EveryPairOfRanksIsAsLikelyAsAnyOther) {
  for (const Regularity regularity : {Regularity::exact, Regularity::rows, Regularity::independent}) {
    std::vector<int> count(8 * 8, 0);
    for (std::uint64_t seed = 0; seed < 1400; ++seed) {
      const auto matrix = make_random_matrix({.ranks = 8, .density = 2, .regularity = regularity}, seed);
      for (int from = 0; from < 8; ++from)
        for (const MatrixEntry& message : matrix.destinations(from))
          ++count[static_cast<std::size_t>(8 * from + message.rank)];
    }
    for (int from = 0; from < 8; ++from)
      for (int to = 0; to < 8; ++to) {
        const int expected = from == to ? 0 : 400;  // and 85 is five standard deviations
        EXPECT_NEAR(count[static_cast<std::size_t>(8 * from + to)], expected, 85);
      }
  }
}

TEST(RandomMatrix, TheSeedDecidesAndNothingElse) {
  const RandomMatrix look{.ranks = 16, .density = 4, .longest = 32};
  const auto fingerprint = [&](std::uint64_t seed) {
    std::vector<Units> numbers;
    const auto matrix = make_random_matrix(look, seed);
    for (int from = 0; from < 16; ++from)
      for (const auto [to, length] : matrix.destinations(from))
        numbers.insert(numbers.end(), {from, to, length});
    return Hash().add(std::span<const Units>(numbers)).hex();
  };
  EXPECT_EQ(fingerprint(1), fingerprint(1));
  EXPECT_NE(fingerprint(1), fingerprint(2));
}

TEST(RandomMatrix, NamesALookNotPossible) {
  EXPECT_THROW(make_random_matrix({.ranks = 0, .density = 0}, 1), Error);
  EXPECT_THROW(make_random_matrix({.ranks = 4, .density = 4}, 1), Error);
  EXPECT_THROW(make_random_matrix({.ranks = 4, .density = -1}, 1), Error);
  EXPECT_THROW(make_random_matrix({.ranks = 4, .density = 1, .shortest = 0}, 1), Error);
  EXPECT_THROW(make_random_matrix({.ranks = 4, .density = 1, .shortest = 5, .longest = 4}, 1), Error);
}

}  // namespace
}  // namespace partita
