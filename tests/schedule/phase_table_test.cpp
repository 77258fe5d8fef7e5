#include <gtest/gtest.h>

#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/verify.hpp>

#include "tests/schedule/random_matrix.hpp"

namespace partita {
namespace {

TEST(PhaseTable, ReversedTwiceIsItself) {
  const Schedule schedule = make_schedule(testing_support::random_matrix(4), {Algorithm::rs_n});
  for (const PhaseTable& table : schedule.tables) EXPECT_EQ(reverse(reverse(table)), table);
}

TEST(PhaseTable, ReversedTablesScheduleTheTransposedMatrix) {
  // Every algorithm, relays among them: what was forwarded late on the way there comes early on the way back.
  for (std::uint64_t seed = 0; seed < 500; ++seed)
    for (const auto& [algorithm, name] : algorithms) {
      const auto matrix = testing_support::random_matrix(seed);
      Schedule schedule = make_schedule(matrix, {algorithm, seed});
      for (PhaseTable& table : schedule.tables) table = reverse(table);
      EXPECT_EQ(verify(schedule, testing_support::transposed(matrix)), std::nullopt)
          << name << ", seed " << seed;
    }
}

}  // namespace
}  // namespace partita
