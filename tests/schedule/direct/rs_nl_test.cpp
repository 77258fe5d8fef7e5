// RS_N, RS_NL, RS_NH and RS_NLH.
#include <cstdio>
#include <map>
#include <utility>

#include <gtest/gtest.h>

#include <partita/schedule/direct/occupancy.hpp>
#include <partita/schedule/direct/rs_nl.hpp>
#include <partita/schedule/message.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/schedule/verify.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/machines.hpp"
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

TEST(RSNH, SendsTheFirstUnitsFirst) {
  bool any_cut = false;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::map<std::pair<int, int>, Units> sent;
    for (const Message& message : messages(rs_nlh(testing_support::random_matrix(seed), {}, seed))) {
      ASSERT_EQ(message.pieces.size(), 1u) << "one piece a phase";
      Units& before = sent[{message.from, message.to}];
      any_cut = any_cut || before > 0;
      EXPECT_EQ(message.pieces.front().offset, before);
      before += message.pieces.front().length;
    }
  }
  EXPECT_TRUE(any_cut);
}

// Rank 0 is busy with four short messages; the long one between two others is cut to their length while rank
// 0 has at least two more to send than they have.
TEST(RSNH, CutsALongMessageBetweenRanksThatHaveTimeToTheSizeOfTheBusyOnes) {
  const CommunicationMatrix matrix({{{1, 2}, {2, 2}, {3, 2}, {4, 2}}, {}, {}, {}, {}, {{6, 8}}, {}});
  const Schedule schedule = make_schedule(matrix, {Algorithm::rs_nh});
  EXPECT_EQ(schedule.tables[5].sends[0], (Transfer{0, 6, {{5, 6, 0, 2}}}));
  EXPECT_EQ(schedule.tables[5].sends[1], (Transfer{1, 6, {{5, 6, 2, 2}}}));
  EXPECT_EQ(schedule.phases(), 4);
}

TEST(RSNH, CutsNothingWhereAllMessagesAreOfOneLength) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto matrix = make_random_matrix({.ranks = 32, .density = 8, .shortest = 5, .longest = 5}, seed);
    for (const Message& message : messages(rs_nlh(matrix, {}, seed))) EXPECT_EQ(length(message.pieces), 5);
  }
}

// Wang, Lin, Ranka 1993 (DRS_N), Table 5, row "perm", RS_NH: phases on 32 ranks, messages 1 to 32 units long.
TEST(RSNH, NeedsAsManyPhasesAsThePapersSayAndLessTimeThanRSN) {
  const struct {
    int density;
    double phases;
  } paper[] = {{4, 5.66}, {16, 19.1}, {31, 34.56}};
  for (const auto [density, phases] : paper) {
    double counted = 0, time = 0, time_uncut = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const auto matrix =
          make_random_matrix({.ranks = 32, .density = density, .shortest = 1, .longest = 32}, seed);
      const Schedule schedule = make_schedule(matrix, {Algorithm::rs_nh, seed});
      const auto bound = static_cast<double>(longest_sum_bound(matrix));
      counted += schedule.phases() / 50.0;
      time += static_cast<double>(longest_sum(schedule.tables)) / bound / 50;
      time_uncut += static_cast<double>(longest_sum(make_schedule(matrix, {Algorithm::rs_n, seed}).tables)) /
                    bound / 50;
    }
    std::printf("RS_NH, 32 ranks, density %d: %.2f phases, paper %.2f; %.3f x the bound, RS_N %.3f\n",
                density, counted, phases, time, time_uncut);
    EXPECT_NEAR(counted, phases, 0.08 * phases);
    EXPECT_LT(time, 0.9 * time_uncut);
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
  for (const Algorithm algorithm : {Algorithm::rs_nl, Algorithm::rs_nlh}) {
    double with = 0, without = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const auto matrix = make_random_matrix({.ranks = 64, .density = 32, .longest = 32}, seed);
      const auto share = [&](const char* machine) {
        return share_of_exchanges(
            make_schedule(matrix, {algorithm, seed, machine_named(machine, 64)}).tables);
      };
      with += share("ipsc860");
      without += share("hypercube");
    }
    EXPECT_GT(with, 5 * without);
  }
}

TEST(RSNL, AMessageHasTheFirstPhaseInWhichItFits) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    for (const Machine& machine : testing_support::machines_for(matrix.ranks())) {
      const auto items = items_of(matrix, machine, false);
      Occupancy occupancy(items, static_cast<std::size_t>(2 * matrix.ranks() + machine.links()));
      std::map<std::pair<int, int>, int> item_of;
      for (const Item& item : items)
        item_of.emplace(std::pair(item.messages[0].origin, item.messages[0].target),
                        static_cast<int>(item_of.size()));
      for (const Message& message : messages(rs_nl(matrix, machine, seed))) {
        const int item = item_of.at({message.from, message.to});
        while (occupancy.phases() <= message.phase) occupancy.append_phase();
        occupancy.put(item, message.phase);
        for (int before = 0; before < message.phase; ++before)
          EXPECT_FALSE(occupancy.fits(item, before)) << machine.name() << ", seed " << seed;
      }
    }
  }
}

TEST(RSNL, LooksForExchangesFirstWhereTheMachineRewardsThem) {
  // 0 and 2 exchange, though 0 has a message for 1, too, and 2 one for 3.
  const CommunicationMatrix matrix({{{1, 1}, {2, 1}}, {}, {{0, 1}, {3, 1}}, {}});
  int exchanges[2] = {0, 0};
  for (const bool rewards_exchanges : {false, true})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Machine machine;
      machine.rewards_exchanges = rewards_exchanges;
      const auto all = messages(rs_nl(matrix, machine, seed));
      exchanges[rewards_exchanges] +=
          all[0].phase == 0 && all[0].to == 2 && all[1].phase == 0 && all[1].to == 0;
    }
  EXPECT_LT(exchanges[false], 20);
  EXPECT_EQ(exchanges[true], 20);
}

}  // namespace
}  // namespace partita
