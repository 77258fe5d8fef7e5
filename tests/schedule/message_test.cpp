#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/message.hpp>
#include <partita/schedule/schedule.hpp>

#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

TEST(Message, CarriesTheUnitsOfAllItsPieces) {
  EXPECT_EQ(length(std::vector<Piece>{}), 0);
  EXPECT_EQ(length(std::vector<Piece>{{0, 1, 0, 4}, {2, 1, 3, 5}}), 9);
}

TEST(TableBuilder, GivesBothEndsOfAMessageTheirPartOfIt) {
  TableBuilder builder(3);
  builder.add(1, 0, 2, direct(0, 2, 7));
  const std::vector<PhaseTable> tables = std::move(builder).tables(4);
  EXPECT_EQ(tables[0], (PhaseTable{4, {{1, 2, direct(0, 2, 7)}}, {}}));
  EXPECT_EQ(tables[1], (PhaseTable{4, {}, {}}));
  EXPECT_EQ(tables[2], (PhaseTable{4, {}, {{1, 0, direct(0, 2, 7)}}}));
}

TEST(TableBuilder, OrdersByPhaseAndLeavesThoseOfOnePhaseInTheOrderOfTheirCalls) {
  TableBuilder builder(4);
  builder.add(2, 0, 1, direct(0, 1, 1));
  builder.add(0, 0, 3, direct(0, 3, 1));
  builder.add(0, 0, 2, direct(0, 2, 1));
  const std::vector<PhaseTable> tables = std::move(builder).tables(3);
  std::vector<std::pair<int, int>> phases_and_partners;
  for (const Transfer& send : tables[0].sends) phases_and_partners.emplace_back(send.phase, send.partner);
  EXPECT_EQ(phases_and_partners, (std::vector<std::pair<int, int>>{{0, 3}, {0, 2}, {2, 1}}));
}

TEST(TableBuilder, AMessageToOneselfIsSentAndReceived) {
  TableBuilder builder(1);
  builder.add(0, 0, 0, direct(0, 0, 3));
  const std::vector<PhaseTable> tables = std::move(builder).tables(1);
  EXPECT_EQ(tables[0].sends, tables[0].receives);
}

TEST(Messages, AreTheTablesAgain) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    const Schedule schedule = make_schedule(matrix, {Algorithm::rs_n, seed});
    TableBuilder builder(matrix.ranks());
    Message last{-1, 0, 0, {}};
    for (const Message& message : messages(schedule.tables)) {
      EXPECT_LT(last, message) << "ascending by phase, sender, receiver";
      builder.add(message.phase, message.from, message.to, message.pieces);
      last = message;
    }
    EXPECT_EQ(std::move(builder).tables(schedule.phases()), schedule.tables) << "seed " << seed;
  }
}

}  // namespace
}  // namespace partita
