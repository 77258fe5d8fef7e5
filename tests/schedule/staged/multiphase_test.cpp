#include <bit>

#include <gtest/gtest.h>

#include <partita/schedule/message.hpp>
#include <partita/schedule/verify.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

Schedule multiphase_over(int standard_dimensions, const CommunicationMatrix& matrix) {
  ScheduleOptions options;
  options.algorithm = Algorithm::multiphase;
  options.standard_dimensions = standard_dimensions;
  return make_schedule(matrix, options);
}

TEST(Multiphase, RelaysEverythingOnceWithoutNodeContention) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    const int standard_dimensions = static_cast<int>(seed % 8);
    EXPECT_EQ(verify(multiphase_over(standard_dimensions, matrix), matrix), std::nullopt)
        << "seed " << seed << ", standard exchange over " << standard_dimensions;
  }
}

TEST(Multiphase, OverNoDimensionIsPairwiseForPowersOfTwoElseLinear) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    const bool power_of_two = std::has_single_bit(static_cast<unsigned>(matrix.ranks()));
    const Algorithm direct = power_of_two ? Algorithm::pairwise : Algorithm::linear;
    EXPECT_EQ(multiphase_over(0, matrix).tables, make_schedule(matrix, {direct}).tables) << "seed " << seed;
  }
}

TEST(Multiphase, OverAllDimensionsIsTheStandardExchange) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    EXPECT_EQ(multiphase_over(6, matrix).tables, make_schedule(matrix, {Algorithm::standard_exchange}).tables)
        << "seed " << seed;
  }
}

TEST(Multiphase, TakesAStepADimensionAndThenOneForEveryPartnerLeft) {
  const auto matrix = make_random_matrix({.ranks = 64, .density = 63}, 1);
  for (int standard_dimensions = 0; standard_dimensions <= 6; ++standard_dimensions)
    EXPECT_EQ(multiphase_over(standard_dimensions, matrix).phases(),
              standard_dimensions + (1 << (6 - standard_dimensions)) - 1);
  const auto odd = make_random_matrix({.ranks = 41, .density = 40}, 1);
  EXPECT_EQ(multiphase_over(2, odd).phases(), 2 + 15);
}

TEST(Multiphase, SharesNoLinkOfAHypercube) {
  for (const int ranks : {2, 8, 32, 128}) {
    const Machine machine = machine_named("hypercube", ranks);
    const auto matrix = make_random_matrix({.ranks = ranks, .density = ranks - 1}, 1);
    for (int standard_dimensions = 0; standard_dimensions <= 7; ++standard_dimensions)
      EXPECT_EQ(verify(multiphase_over(standard_dimensions, matrix), matrix, machine), std::nullopt)
          << ranks << " ranks, standard exchange over " << standard_dimensions;
  }
}

TEST(Multiphase, TheDirectPartStaysWithinConsecutiveRanks) {
  const auto matrix = make_random_matrix({.ranks = 32, .density = 31}, 1);
  for (const Message& message : messages(multiphase_over(2, matrix).tables))
    EXPECT_EQ(message.from / 8 == message.to / 8, message.phase >= 2);
}

}  // namespace
}  // namespace partita
