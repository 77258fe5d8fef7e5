#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/message.hpp>
#include <partita/schedule/staged/stage.hpp>

namespace partita {
using namespace detail;
namespace {

// Everything in two messages: units 0 to 4, and the rest.
std::vector<PhaseTable> in_two(const std::vector<StageMessages>& stage) {
  const int ranks = static_cast<int>(stage.size());
  TableBuilder schedule(ranks);
  for (int from = 0; from < ranks; ++from)
    for (const auto [to, length] : lengths(stage[static_cast<std::size_t>(from)].sends)) {
      schedule.add(0, from, to, {{from, to, 0, 5}});
      schedule.add(1, from, to, {{from, to, 5, length - 5}});
    }
  return std::move(schedule).tables(2);
}

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
  const auto order = [](const std::vector<StageMessages>& stage) {
    EXPECT_EQ(lengths(stage.front().sends), (DestinationVector{{5, 2}}));
    EXPECT_EQ(lengths(stage.front().receives), (SourceVector{{6, 3}}));
    return std::vector{PhaseTable{2, {{1, 5, direct(0, 5, 2)}}, {{0, 6, direct(6, 0, 3)}}}};
  };
  append(tables, order, {{{{5, {{7, 8, 0, 2}}}}, {{6, {{8, 7, 4, 3}}}}}});
  EXPECT_EQ(tables.front(),
            (PhaseTable{5, {{2, 4, direct(0, 4, 1)}, {4, 5, {{7, 8, 0, 2}}}}, {{3, 6, {{8, 7, 4, 3}}}}}));
}

TEST(Stage, ASplitMessageCarriesPartsOfPieces) {
  Stage stage;
  stage[{2, 1}].push_back({0, 4, 10, 3});
  stage[{2, 1}].push_back({3, 4, 20, 4});
  std::vector<PhaseTable> tables(5);
  append(tables, in_two, by_rank(stage, 5));
  EXPECT_EQ(tables[2].sends,
            (std::vector<Transfer>{{0, 1, {{0, 4, 10, 3}, {3, 4, 20, 2}}}, {1, 1, {{3, 4, 22, 2}}}}));
  EXPECT_EQ(tables[1].receives,
            (std::vector<Transfer>{{0, 2, {{0, 4, 10, 3}, {3, 4, 20, 2}}}, {1, 2, {{3, 4, 22, 2}}}}));
}

TEST(Stage, WithNothingToHandOnTakesNoPhaseOfItsOwn) {
  std::vector<PhaseTable> tables(3, PhaseTable{4, {}, {}});
  const auto none = [](const std::vector<StageMessages>& stage) {
    return std::vector<PhaseTable>(stage.size());
  };
  append(tables, none, by_rank(Stage(), 3));
  EXPECT_EQ(tables, std::vector<PhaseTable>(3, PhaseTable{4, {}, {}}));
}

}  // namespace
}  // namespace partita
