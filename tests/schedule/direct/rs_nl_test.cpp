#include <cstdio>

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

TEST(RSNL, HoldsForThousandsOfSmallMatrices) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const int ranks = 2 + static_cast<int>(seed % 11);
    const auto matrix = make_random_matrix(
        {.ranks = ranks, .density = ranks / 2, .longest = 9, .regularity = Regularity::independent}, seed);
    const auto machines = testing_support::machines_for(ranks);
    const Machine& machine = machines[seed % machines.size()];
    EXPECT_EQ(verify(make_schedule(matrix, {Algorithm::rs_nl, seed, machine}), matrix, machine), std::nullopt)
        << machine.name() << ", seed " << seed;
  }
}

TEST(RSNL, HoldsOnHypercubesOf8To128NodesThatAreFull) {
  for (const bool rewards_exchanges : {false, true})
    for (int ranks = 8; ranks <= 128; ranks *= 2)
      for (const int density : {4, ranks / 2, ranks - 1}) {
        Machine machine = machine_named("hypercube", ranks);
        machine.rewards_exchanges = rewards_exchanges;
        const auto matrix = make_random_matrix({.ranks = ranks, .density = density}, 1);
        EXPECT_EQ(verify(make_schedule(matrix, {Algorithm::rs_nl, 1, machine}), matrix, machine),
                  std::nullopt)
            << ranks << " ranks, density " << density;
      }
}

TEST(RSNL, ExchangesMoreWhereTheMachineRewardsIt) {
  double with = 0, without = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto matrix = make_random_matrix({.ranks = 64, .density = 32}, seed);
    with += share_of_exchanges(
        make_schedule(matrix, {Algorithm::rs_nl, seed, machine_named("ipsc860", 64)}).tables);
    without += share_of_exchanges(
        make_schedule(matrix, {Algorithm::rs_nl, seed, machine_named("hypercube", 64)}).tables);
  }
  std::printf("RS_NL, 64 ranks, density 32: %.0f %% of the messages exchanged, %.0f %% if not looked for\n",
              10 * with, 10 * without);
  EXPECT_GT(with, 5 * without);
}

TEST(RSNL, TheSeedDecidesAndNothingElse) {
  const auto matrix = make_random_matrix({.ranks = 32, .density = 8}, 3);
  const Machine machine = machine_named("hypercube", 32);
  EXPECT_EQ(rs_nl(matrix, machine, 1), rs_nl(matrix, machine, 1));
  EXPECT_NE(rs_nl(matrix, machine, 1), rs_nl(matrix, machine, 2));
  EXPECT_EQ(testing_support::fingerprint(rs_nl(matrix, machine, 1)), "ad7f81843177d022")
      << "recorded once: the same on every machine";
}

}  // namespace
}  // namespace partita
