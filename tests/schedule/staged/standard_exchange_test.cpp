#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/message.hpp>
#include <partita/schedule/verify.hpp>

#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

CommunicationMatrix complete(int ranks) {
  std::vector<DestinationVector> rows(static_cast<std::size_t>(ranks));
  for (int from = 0; from < ranks; ++from)
    for (int to = 0; to < ranks; ++to)
      if (from != to) rows[static_cast<std::size_t>(from)].push_back({to, 1});
  return CommunicationMatrix(std::move(rows));
}

TEST(StandardExchange, TakesLogarithmicallyManySteps) {
  for (const auto& [ranks, steps] : std::vector<std::pair<int, int>>{
           {1, 0}, {2, 1}, {3, 2}, {4, 2}, {5, 3}, {7, 3}, {8, 3}, {9, 4}, {64, 6}, {100, 7}})
    EXPECT_EQ(make_schedule(complete(ranks), {Algorithm::standard_exchange}).phases(), steps) << ranks;
}

TEST(StandardExchange, StepsThroughPhasesWithNothingToSend) {
  const CommunicationMatrix matrix({{{1, 1}}, {}, {}, {}, {}, {}, {}, {}});
  const Schedule schedule = make_schedule(matrix, {Algorithm::standard_exchange});
  EXPECT_EQ(schedule.phases(), 3);
  EXPECT_EQ(messages(schedule.tables), (std::vector<Message>{{2, 0, 1, direct(0, 1, 1)}}))
      << "the highest dimension first";
}

// Bokhari 1991, section 4.3: n/2 blocks a transmission, over paths of length 1.
TEST(StandardExchange, ExchangesHalfTheBlocksWithNeighboursInTheHypercube) {
  for (const int ranks : {2, 8, 32, 128}) {
    const Machine machine = machine_named("hypercube", ranks);
    const auto matrix = complete(ranks);
    const Schedule schedule = make_schedule(matrix, {Algorithm::standard_exchange});
    EXPECT_EQ(verify(schedule, matrix, machine), std::nullopt);
    for (const Message& message : messages(schedule.tables)) {
      EXPECT_EQ(length(message.pieces), ranks / 2);
      EXPECT_EQ(machine.route(message.from, message.to).size(), 1u);
    }
  }
}

TEST(StandardExchange, GoesRoundTheCircleWhenTheNumberOfRanksIsNoPowerOfTwo) {
  for (const Message& message : messages(make_schedule(complete(12), {Algorithm::standard_exchange}).tables))
    EXPECT_EQ((message.to - message.from + 12) % 12, 8 >> message.phase);
}

TEST(StandardExchange, MessagesToOneselfComeLast) {
  const CommunicationMatrix matrix({{{0, 5}, {1, 1}}, {}});
  const Schedule schedule = make_schedule(matrix, {Algorithm::standard_exchange});
  EXPECT_EQ(verify(schedule, matrix), std::nullopt);
  EXPECT_EQ(schedule.phases(), 2);
  EXPECT_EQ(schedule.tables[0].sends.back(), (Transfer{1, 0, direct(0, 0, 5)}));
}

}  // namespace
}  // namespace partita
