#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/direct/rs_nl.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/hash.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

double mean_phases(Regularity regularity, int density) {
  double sum = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const RandomMatrix look{.ranks = 32, .density = density, .regularity = regularity};
    sum += make_schedule(make_random_matrix(look, seed), {Algorithm::rs_n, seed}).phases();
  }
  return sum / 50;
}

// Wang, Lin, Ranka 1993 (DRS_N), Table 4, row "perm": phases on 32 ranks, mean of 50 random matrices, whose
// ranks send and receive "approximately" d messages. With exactly d each the paper's numbers come out.
TEST(RSN, NeedsAsManyPhasesAsThePapersSay) {
  const struct {
    int density;
    double phases;
  } paper[] = {{4, 5.54}, {16, 18.56}, {31, 34.2}};
  for (const auto [density, phases] : paper) {
    const double exact = mean_phases(Regularity::exact, density);
    std::printf(
        "RS_N, 32 ranks, density %2d: %5.2f phases, paper %5.2f; d sent by all %5.2f, independent %5.2f\n",
        density, exact, phases, mean_phases(Regularity::rows, density),
        mean_phases(Regularity::independent, density));
    EXPECT_NEAR(exact, phases, 0.08 * phases);
  }
}

std::string fingerprint(const std::vector<PhaseTable>& tables) {
  std::vector<int> numbers;
  for (const PhaseTable& table : tables)
    for (const Transfer& send : table.sends) numbers.insert(numbers.end(), {send.phase, send.partner});
  return Hash().add(std::span<const int>(numbers)).hex();
}

TEST(RSN, TheSeedDecidesAndNothingElse) {
  const auto matrix = make_random_matrix({.ranks = 32, .density = 8}, 3);
  const auto recorded = [&](std::uint64_t seed) { return fingerprint(rs_nl(matrix, Machine{}, seed)); };
  EXPECT_EQ(recorded(1), recorded(1));
  EXPECT_NE(recorded(1), recorded(2));
  EXPECT_EQ(recorded(1), "46e6278a5c513f0f") << "recorded once: the same on every machine";
}

}  // namespace
}  // namespace partita
