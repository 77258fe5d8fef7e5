#include <cstdio>
#include <map>

#include <gtest/gtest.h>

#include <partita/schedule/direct/rs_nl.hpp>
#include <partita/schedule/message.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/fingerprint.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

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

TEST(RSNH, TheSeedDecidesAndNothingElse) {
  const auto matrix = make_random_matrix({.ranks = 32, .density = 8, .longest = 32}, 3);
  EXPECT_EQ(rs_nlh(matrix, {}, 1), rs_nlh(matrix, {}, 1));
  EXPECT_NE(rs_nlh(matrix, {}, 1), rs_nlh(matrix, {}, 2));
  EXPECT_EQ(testing_support::fingerprint(rs_nlh(matrix, {}, 1)), "6972460484ff6e60")
      << "recorded once: the same on every machine";
}

}  // namespace
}  // namespace partita
