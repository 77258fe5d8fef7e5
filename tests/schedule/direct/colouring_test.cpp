#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/direct/colouring.hpp>
#include <partita/schedule/verify.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

void expect_optimal(const CommunicationMatrix& matrix) {
  const Schedule schedule = make_schedule(matrix, {Algorithm::colouring});
  EXPECT_EQ(verify(schedule, matrix), std::nullopt);
  EXPECT_EQ(schedule.phases(), matrix.degree());
}

TEST(Colouring, NeedsAsManyPhasesAsTheBusiestRankHasMessagesAlways) {
  for (std::uint64_t seed = 0; seed < 1200; ++seed) {
    SCOPED_TRACE(seed);
    expect_optimal(testing_support::random_matrix(seed));
  }
}

TEST(Colouring, OfTheRandomMatricesOfThePapersNeedsTheMaximumDegree) {
  for (const Regularity regularity : {Regularity::exact, Regularity::rows, Regularity::independent})
    for (const int density : {4, 16, 31})
      for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const RandomMatrix look{.ranks = 32, .density = density, .regularity = regularity};
        expect_optimal(make_random_matrix(look, seed));
      }
}

TEST(Colouring, OfEveryDegree) {
  for (int degree = 0; degree < 70; ++degree)
    expect_optimal(make_random_matrix({.ranks = 70, .density = degree, .regularity = Regularity::rows}, 1));
}

TEST(Colouring, OfMessagesToOneselfAlone) { expect_optimal(CommunicationMatrix({{{0, 5}}, {{1, 2}}, {}})); }

TEST(Colouring, OfOneRankThatSendsToAllAndOneThatReceivesFromAll) {
  std::vector<DestinationVector> rows(40);
  for (int to = 0; to < 40; ++to) rows[3].push_back({to, 1});
  for (std::size_t from = 0; from < 40; ++from)
    if (from != 3) rows[from].push_back({9, 1});
  expect_optimal(CommunicationMatrix(rows));
}

TEST(Colouring, OfNothingHasNoPhase) {
  expect_optimal(CommunicationMatrix({}));
  expect_optimal(CommunicationMatrix({{}, {}, {}}));
}

}  // namespace
}  // namespace partita
