#include <gtest/gtest.h>

#include <partita/schedule/verify.hpp>

#include "tests/schedule/random_matrix.hpp"

namespace partita {
namespace {

TEST(AC, SendsEverythingOnceInOnePhase) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    const Schedule schedule = make_schedule(matrix, {Algorithm::ac});
    EXPECT_EQ(verify(schedule, matrix), std::nullopt) << "seed " << seed;
    EXPECT_EQ(schedule.phases(), matrix.degree() == 0 ? 0 : 1);
  }
}

}  // namespace
}  // namespace partita
