#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/staged/stage.hpp>

namespace partita {
using namespace detail;
namespace {

// Everything in two messages: units 0 to 4, and the rest.
std::vector<PhaseTable> in_two(const CommunicationMatrix& matrix) {
  TableBuilder schedule(matrix.ranks());
  for (int from = 0; from < matrix.ranks(); ++from)
    for (const auto [to, length] : matrix.destinations(from)) {
      schedule.add(0, from, to, {{from, to, 0, 5}});
      schedule.add(1, from, to, {{from, to, 5, length - 5}});
    }
  return std::move(schedule).tables(2);
}

TEST(Stage, PiecesThatContinueOneAnotherTravelAsOne) {
  Stage stage;
  stage.hand_on(0, 1, {7, 9, 0, 2});
  stage.hand_on(0, 1, {7, 9, 2, 3});
  stage.hand_on(0, 1, {7, 9, 6, 1});
  stage.hand_on(0, 1, {8, 9, 7, 1});
  EXPECT_EQ(stage.contents().at({0, 1}), (std::vector<Piece>{{7, 9, 0, 5}, {7, 9, 6, 1}, {8, 9, 7, 1}}));
}

TEST(Stage, ASplitMessageCarriesPartsOfPieces) {
  Stage stage;
  stage.hand_on(2, 1, {0, 4, 10, 3});
  stage.hand_on(2, 1, {3, 4, 20, 4});
  TableBuilder schedule(5);
  EXPECT_EQ(stage.schedule(in_two, 5, 6, schedule), 8);
  const auto tables = std::move(schedule).tables(8);
  EXPECT_EQ(tables[2].sends,
            (std::vector<Transfer>{{6, 1, {{0, 4, 10, 3}, {3, 4, 20, 2}}}, {7, 1, {{3, 4, 22, 2}}}}));
  EXPECT_EQ(tables[1].receives.size(), 2u);
}

TEST(Stage, WithNothingToHandOnTakesNoPhaseOfItsOwn) {
  TableBuilder schedule(3);
  const auto none = [](const CommunicationMatrix& matrix) {
    return std::vector<PhaseTable>(static_cast<std::size_t>(matrix.ranks()));
  };
  EXPECT_EQ(Stage().schedule(none, 3, 4, schedule), 4);
}

}  // namespace
}  // namespace partita
