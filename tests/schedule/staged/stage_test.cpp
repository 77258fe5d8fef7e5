#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/staged/stage.hpp>

namespace partita {
using namespace detail;
namespace {

TEST(Stage, PiecesForOneRankTravelTogether) {
  Stage stage;
  stage[{0, 1}].push_back({7, 9, 0, 2});
  stage[{0, 2}].push_back({7, 9, 2, 1});
  stage[{0, 1}].push_back({8, 9, 7, 3});
  const std::vector<StageMessages> messages = by_rank(stage, 3);
  const std::vector<Piece> together{{7, 9, 0, 2}, {8, 9, 7, 3}};
  EXPECT_EQ(messages[0].sends, (std::vector<Parcel<Piece>>{{1, together}, {2, {{7, 9, 2, 1}}}}));
  EXPECT_EQ(messages[1].receives, (std::vector<Parcel<Piece>>{{0, together}}));
  EXPECT_EQ(lengths(messages[0].sends), (DestinationVector{{1, 5}, {2, 1}}));
}

TEST(Stage, FollowsThePhasesThatTheTableHas) {
  std::vector tables{PhaseTable{3, {{2, 4, direct(0, 4, 1)}}, {}}};
  const std::vector order{PhaseTable{2, {{1, 5, direct(0, 5, 2)}}, {{0, 6, direct(6, 0, 3)}}}};
  append(tables, order, {{{{5, {{7, 8, 0, 2}}}}, {{6, {{8, 7, 4, 3}}}}}});
  EXPECT_EQ(tables.front(),
            (PhaseTable{5, {{2, 4, direct(0, 4, 1)}, {4, 5, {{7, 8, 0, 2}}}}, {{3, 6, {{8, 7, 4, 3}}}}}));
}

TEST(Stage, WithNothingToHandOnTakesNoPhaseOfItsOwn) {
  std::vector<PhaseTable> tables(3, PhaseTable{4, {}, {}});
  append(tables, std::vector<PhaseTable>(3), by_rank(Stage(), 3));
  EXPECT_EQ(tables, std::vector<PhaseTable>(3, PhaseTable{4, {}, {}}));
}

}  // namespace
}  // namespace partita
