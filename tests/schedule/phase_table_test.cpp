#include <gtest/gtest.h>

#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/random_matrix.hpp>
#include <partita/schedule/verify.hpp>

#include "tests/schedule/random_matrix.hpp"

namespace partita {
namespace {

TEST(PhaseTable, ReversedTwiceIsItself) {
  const Schedule schedule = make_schedule(testing_support::random_matrix(4), {Algorithm::rs_n});
  for (const PhaseTable& table : schedule.tables) EXPECT_EQ(reverse(reverse(table)), table);
}

TEST(PhaseTable, TheWayBackIsAsFreeOfLinkContentionAsTheWayThere) {
  // Reversed phases of these algorithms are not link-disjoint in general: routes differ there and back.
  const Algorithm link_disjoint[] = {Algorithm::rs_nl,  Algorithm::rs_nlh,   Algorithm::link_colouring,
                                     Algorithm::linear, Algorithm::pairwise, Algorithm::stable};
  for (std::uint64_t seed = 0; seed < 30; ++seed)
    for (const Algorithm algorithm : link_disjoint) {
      const auto matrix = make_random_matrix({.ranks = 16, .density = 1 + static_cast<int>(seed % 15)}, seed);
      const Machine machine = machine_named("hypercube", 16);
      const Schedule backward = reverse(make_schedule(matrix, {algorithm, seed, machine}), matrix);
      EXPECT_EQ(verify(backward, testing_support::transposed(matrix), machine), std::nullopt)
          << name_of(algorithm) << ", seed " << seed;
    }
}

TEST(PhaseTable, ReversedTablesScheduleTheTransposedMatrix) {
  // Every algorithm, relays among them: what was forwarded late on the way there comes early on the way back.
  for (std::uint64_t seed = 0; seed < 60; ++seed)
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
