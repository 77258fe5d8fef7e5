#include <algorithm>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/direct/link_colouring.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/machines.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

// No schedule has fewer phases: messages of the busiest rank or link.
int lower_bound(const CommunicationMatrix& matrix, const Machine& machine) {
  int bound = matrix.degree();
  std::vector<int> messages(static_cast<std::size_t>(machine.links()), 0);
  for (int from = 0; from < matrix.ranks(); ++from)
    for (const MatrixEntry& message : matrix.destinations(from))
      for (const int link : machine.route(from, message.rank))
        bound = std::max(bound, ++messages[static_cast<std::size_t>(link)]);
  return bound;
}

Schedule link_coloured(const CommunicationMatrix& matrix, const Machine& machine, std::uint64_t seed) {
  return make_schedule(matrix, {Algorithm::link_colouring, seed, machine});
}

TEST(LinkColouring, NeedsAsManyPhasesAsTheBusiestRankOnACrossbar) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto matrix = make_random_matrix({.ranks = 32, .density = 16}, seed);
    EXPECT_EQ(link_coloured(matrix, Machine{}, seed).phases(), 16);
  }
}

TEST(LinkColouring, NeedsFewerPhasesThanRSNLAndComesNearTheLowerBound) {
  constexpr int samples = 5;
  for (const char* name : {"hypercube", "mesh", "torus", "fat_tree", "dragonfly"})
    for (const int density : {4, 16}) {
      double phases = 0, rs_nl_phases = 0, bound = 0;
      for (std::uint64_t seed = 0; seed < samples; ++seed) {
        const Machine machine = machine_named(name, 64);
        const auto matrix = make_random_matrix({.ranks = 64, .density = density}, seed);
        phases += link_coloured(matrix, machine, seed).phases();
        rs_nl_phases += make_schedule(matrix, {Algorithm::rs_nl, seed, machine}).phases();
        bound += lower_bound(matrix, machine);
      }
      std::printf("link_colouring, 64 ranks, density %2d, %s: %.1f phases, lower bound %.1f, RS_NL %.1f\n",
                  density, name, phases / samples, bound / samples, rs_nl_phases / samples);
      EXPECT_LT(phases, rs_nl_phases) << name;
      EXPECT_LE(phases, 1.15 * bound + samples) << name;
    }
}

TEST(LinkColouring, ExchangesAllThatHasAnOppositeWhereTheMachineRewardsIt) {
  // Everybody sends to whoever sends to him.
  const auto some = make_random_matrix({.ranks = 32, .density = 4}, 1);
  std::vector<DestinationVector> rows(32);
  for (int from = 0; from < 32; ++from)
    for (const auto [to, length] : some.destinations(from)) {
      rows[static_cast<std::size_t>(from)].push_back({to, length});
      const DestinationVector& back = some.destinations(to);
      if (std::none_of(back.begin(), back.end(),
                       [&](const MatrixEntry& entry) { return entry.rank == from; }))
        rows[static_cast<std::size_t>(to)].push_back({from, length});
    }
  const CommunicationMatrix symmetric(rows);
  EXPECT_EQ(share_of_exchanges(link_coloured(symmetric, machine_named("ipsc860", 32), 1).tables), 1);
  EXPECT_LT(share_of_exchanges(link_coloured(symmetric, machine_named("hypercube", 32), 1).tables), 0.9);
}

// Who sends to one and receives from another does one after the other there.
TEST(LinkColouring, ARankHasToDoWithOneOtherInAPhaseWhereTheMachineRewardsExchanges) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto matrix = make_random_matrix({.ranks = 32, .density = 5}, seed);
    const Schedule schedule = link_coloured(matrix, machine_named("ipsc860", 32), seed);
    for (const PhaseTable& table : schedule.tables)
      for (const Transfer& send : table.sends)
        for (const Transfer& receive : table.receives)
          EXPECT_TRUE(send.phase != receive.phase || send.partner == receive.partner) << "seed " << seed;
    EXPECT_LE(schedule.phases(), 2 * matrix.degree() + 2) << "each of its partners once, nearly";
  }
}

TEST(LinkColouring, ACompleteExchangeHasTheOptimalPhasesOfBokhari) {
  for (const int ranks : {2, 8, 32, 64}) {
    const auto matrix = make_random_matrix({.ranks = ranks, .density = ranks - 1}, 1);
    const Schedule schedule = link_coloured(matrix, machine_named("ipsc860", ranks), 1);
    EXPECT_EQ(schedule.phases(), ranks - 1);
    EXPECT_EQ(share_of_exchanges(schedule.tables), 1);
  }
}

TEST(LinkColouring, NeedsNoPhaseForNothing) {
  EXPECT_EQ(link_coloured(CommunicationMatrix({{}, {}, {}}), machine_named("mesh", 3), 1).phases(), 0);
  const CommunicationMatrix to_itself({{{0, 5}}, {}, {}});
  EXPECT_EQ(link_coloured(to_itself, machine_named("ipsc860", 3), 1).phases(), 1);
}

}  // namespace
}  // namespace partita
