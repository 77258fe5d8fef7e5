#include <gtest/gtest.h>

#include <partita/schedule/direct/rs_nl.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/fingerprint.hpp"
#include "tests/schedule/machines.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

TEST(RSNLH, HoldsForThousandsOfSmallMatrices) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const int ranks = 2 + static_cast<int>(seed % 11);
    const auto matrix = make_random_matrix(
        {.ranks = ranks, .density = ranks / 2, .longest = 9, .regularity = Regularity::independent}, seed);
    const auto machines = testing_support::machines_for(ranks);
    const Machine& machine = machines[seed % machines.size()];
    EXPECT_EQ(verify(make_schedule(matrix, {Algorithm::rs_nlh, seed, machine}), matrix, machine),
              std::nullopt)
        << machine.name() << ", seed " << seed;
  }
}

TEST(RSNLH, HoldsOnHypercubesOf8To128NodesThatAreFull) {
  for (int ranks = 8; ranks <= 128; ranks *= 2)
    for (const int density : {4, ranks / 2, ranks - 1}) {
      const Machine machine = machine_named("hypercube", ranks);
      const auto matrix = make_random_matrix({.ranks = ranks, .density = density, .longest = 32}, 1);
      EXPECT_EQ(verify(make_schedule(matrix, {Algorithm::rs_nlh, 1, machine}), matrix, machine), std::nullopt)
          << ranks << " ranks, density " << density;
    }
}

TEST(RSNLH, TakesLessTimeThanRSNL) {
  double time = 0, time_uncut = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const auto matrix = make_random_matrix({.ranks = 64, .density = 16, .longest = 32}, seed);
    const Machine machine = machine_named("hypercube", 64);
    time +=
        static_cast<double>(longest_sum(make_schedule(matrix, {Algorithm::rs_nlh, seed, machine}).tables));
    time_uncut +=
        static_cast<double>(longest_sum(make_schedule(matrix, {Algorithm::rs_nl, seed, machine}).tables));
  }
  EXPECT_LT(time, 0.9 * time_uncut);
}

TEST(RSNLH, ExchangesMoreWhereTheMachineRewardsIt) {
  const auto matrix = make_random_matrix({.ranks = 64, .density = 32, .longest = 32}, 1);
  EXPECT_GT(
      share_of_exchanges(make_schedule(matrix, {Algorithm::rs_nlh, 1, machine_named("ipsc860", 64)}).tables),
      5 * share_of_exchanges(
              make_schedule(matrix, {Algorithm::rs_nlh, 1, machine_named("hypercube", 64)}).tables));
}

TEST(RSNLH, TheSeedDecidesAndNothingElse) {
  const auto matrix = make_random_matrix({.ranks = 32, .density = 8, .longest = 32}, 3);
  const Machine machine = machine_named("ipsc860", 32);
  EXPECT_EQ(rs_nlh(matrix, machine, 1), rs_nlh(matrix, machine, 1));
  EXPECT_NE(rs_nlh(matrix, machine, 1), rs_nlh(matrix, machine, 2));
  EXPECT_EQ(testing_support::fingerprint(rs_nlh(matrix, machine, 1)), "d8fd6e941bd5d59c")
      << "recorded once: the same on every machine";
}

}  // namespace
}  // namespace partita
