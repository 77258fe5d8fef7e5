#include <string>

#include <gtest/gtest.h>

#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/verify.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
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

TEST(PhaseTable, TheWayBackIsMadeAnewOnlyWhereReversedPhasesMeetOnALink) {
  for (const std::string name : {"hypercube", "mesh", "fat_tree", "dragonfly"}) {
    int kept = 0, anew = 0;
    for (const Algorithm algorithm : {Algorithm::rs_nl, Algorithm::rs_nlh, Algorithm::link_colouring}) {
      for (std::uint64_t seed = 0; seed < 24; ++seed) {
        // From nearly empty to well filled.
        const auto matrix = make_random_matrix({.ranks = 16,
                                                .density = 1 + static_cast<int>(seed % 6),
                                                .longest = 9,
                                                .regularity = Regularity::independent},
                                               seed);
        const auto transposed = testing_support::transposed(matrix);
        const ScheduleOptions options{algorithm, seed, machine_named(name, 16)};
        const Schedule forward = make_schedule(matrix, options);
        Schedule reversed{options, {}};
        for (const PhaseTable& table : forward.tables) reversed.tables.push_back(reverse(table));

        const Schedule backward = reverse(forward, matrix);
        EXPECT_EQ(verify(backward, transposed, options.machine), std::nullopt) << name << ", seed " << seed;
        const bool meets = verify(reversed, transposed, options.machine) != std::nullopt;
        ++(meets ? anew : kept);
        EXPECT_EQ(backward.tables, meets ? make_schedule(transposed, options).tables : reversed.tables)
            << name_of(algorithm) << " on " << name << ", seed " << seed;
      }
    }
    EXPECT_GT(kept, 0) << name;
    EXPECT_EQ(anew > 0, name != "dragonfly") << name << ": a dragonfly's routes are the same there and back";
  }
}

TEST(PhaseTable, ReversedTablesScheduleTheTransposedMatrix) {
  // Every algorithm, relays among them: what was forwarded late on the way there comes early on the way back.
  for (std::uint64_t seed = 0; seed < 15; ++seed)
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
