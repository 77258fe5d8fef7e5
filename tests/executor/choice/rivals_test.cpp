#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/executor/choice/rivals.hpp>
#include <partita/schedule/communication_matrix.hpp>

namespace partita {
using namespace detail;
namespace {

using testing::Contains, testing::ElementsAre, testing::IsEmpty, testing::Ne, testing::Not,
    testing::UnorderedElementsAre;

const Strategy all_at_once;
const Strategy in_turn{Algorithm::colouring, Protocol::windowed, 1};

CommunicationMatrix each_to_seven(Units bytes) {
  std::vector<DestinationVector> rows(8);
  for (int rank = 0; rank < 8; ++rank)
    for (int to = 0; to < 8; ++to)
      if (to != rank) rows[static_cast<std::size_t>(rank)].push_back({to, bytes});
  return CommunicationMatrix(std::move(rows));
}

ChoiceOptions on_ethernet() {
  ChoiceOptions options;
  options.bytes_per_unit = 1;
  options.schedule.machine.costs = {
      .start_up = 50e-6, .receive = 20e-6, .signal = 50e-6, .bandwidth = 25e6, .barrier = 1e-3};
  return options;
}

std::vector<Strategy> rivals_of(const Strategy& chosen, const CommunicationMatrix& matrix,
                                const ChoiceOptions& options) {
  std::vector<Strategy> strategies;
  for (const auto& rival : detail::rivals_of(chosen, matrix, options)) strategies.push_back(rival.strategy);
  return strategies;
}

TEST(Rivals, DifferInKindFromTheChosenAndAllAtOnceComesLast) {
  const std::vector<Strategy> rivals = rivals_of(in_turn, each_to_seven(64 * 1024), on_ethernet());
  ASSERT_GE(rivals.size(), 2U);
  EXPECT_EQ(rivals.back(), all_at_once);
  EXPECT_THAT(rivals, Not(Contains(in_turn)));
}

TEST(Rivals, AnotherScheduleStandsForWindowedSendsToo) {
  const auto windowed = [](const Strategy& chosen) {
    std::vector<Strategy> rivals = rivals_of(chosen, each_to_seven(64 * 1024), on_ethernet());
    std::erase_if(rivals, [](const Strategy& rival) { return rival.protocol != Protocol::windowed; });
    return rivals;
  };
  const Strategy balanced{Algorithm::balanced, Protocol::windowed, 1};
  EXPECT_THAT(windowed(in_turn), ElementsAre(balanced));
  EXPECT_THAT(windowed({Algorithm::colouring, Protocol::barrier}), UnorderedElementsAre(in_turn, balanced));
  EXPECT_THAT(windowed({Algorithm::colouring, Protocol::windowed, 4}),
              UnorderedElementsAre(in_turn, balanced))
      << "four under way are another kind";
}

TEST(Rivals, OneScheduleStandsForWindowedSendsIfNothingIsLost) {
  const auto rivals = rivals_of(all_at_once, each_to_seven(4 * 1024), on_ethernet());
  EXPECT_EQ(std::ranges::count(rivals, Protocol::windowed, &Strategy::protocol), 1);
}

TEST(Rivals, AnotherScheduleStandsForWhatWaitsForReceiversIfLengthsDiffer) {
  const auto signalled = [](const CommunicationMatrix& matrix) {
    std::vector<Strategy> rivals = rivals_of(in_turn, matrix, on_ethernet());
    std::erase_if(rivals, [](const Strategy& rival) { return rival.protocol != Protocol::ready_signal; });
    return rivals;
  };
  std::vector<DestinationVector> rows(8);
  for (int rank = 0; rank < 8; ++rank)
    for (int step : {1, 2, 3})
      rows[static_cast<std::size_t>(rank)].push_back({(rank + step) % 8, (step + rank % 2) * 40000});
  EXPECT_THAT(signalled(CommunicationMatrix(std::move(rows))),
              UnorderedElementsAre(Strategy{Algorithm::colouring, Protocol::ready_signal},
                                   Strategy{Algorithm::balanced, Protocol::ready_signal}));
  EXPECT_THAT(signalled(each_to_seven(64 * 1024)), testing::SizeIs(1));
}

TEST(Rivals, AllAtOnceIsOneHoweverSlowItsPrediction) {
  ChoiceOptions options = on_ethernet();
  options.schedule.machine.costs.send_penalty = 100;
  EXPECT_EQ(rivals_of(in_turn, each_to_seven(64 * 1024), options).back(), all_at_once);
}

TEST(Rivals, WhatIsKnownToLoseMessagesIsNone) {
  ChoiceOptions options = on_ethernet();
  Costs& costs = options.schedule.machine.costs;
  costs.queue = 200e3;
  costs.window = 32e3;
  costs.loss = 0.2;
  for (const Strategy& rival : rivals_of(in_turn, each_to_seven(64 * 1024), options)) {
    EXPECT_NE(rival, all_at_once);
    EXPECT_NE(rival.protocol, Protocol::post_all);
  }
  EXPECT_EQ(rivals_of(in_turn, each_to_seven(4 * 1024), options).back(), all_at_once)
      << "short messages do not overflow the queue";
}

TEST(Rivals, WhatWaitsForABarrierIsOneThoughSlowWhereMessagesMayBeLost) {
  ChoiceOptions options = on_ethernet();
  const auto has_barrier = [&](Units length) {
    const auto rivals = rivals_of(all_at_once, each_to_seven(length), options);
    return std::ranges::count(rivals, Protocol::barrier, &Strategy::protocol) > 0;
  };
  options.schedule.machine.costs.barrier = 2e-3;  // seven take three times as long as 16 KB to seven
  EXPECT_TRUE(has_barrier(16 * 1024));
  options.schedule.machine.costs.barrier = 0.6e-3;
  EXPECT_FALSE(has_barrier(4 * 1024));
}

TEST(Rivals, WhatWaitsForABarrierIsOneThoughItMayLoseMessages) {
  ChoiceOptions options = on_ethernet();
  options.schedule.machine.ranks_per_host = 4;
  Costs& costs = options.schedule.machine.costs;
  costs.queue = 100e3;  // the messages of a phase are more
  costs.window = 32e3;
  costs.loss = 0.2;
  const auto rivals =
      rivals_of({Algorithm::node_aware, Protocol::post_all}, each_to_seven(64 * 1024), options);
  EXPECT_THAT(rivals, Contains(testing::Field(&Strategy::protocol, Protocol::barrier)));
  EXPECT_THAT(rivals, Not(Contains(all_at_once)));
}

TEST(Rivals, RelayByTwoProtocolsWhereHostsHaveSeveralRanks) {
  ChoiceOptions options = on_ethernet();
  const auto relaying = [&](const Strategy& chosen, Units length) {
    std::vector<Protocol> protocols;
    for (const Strategy& rival : rivals_of(chosen, each_to_seven(length), options))
      if (rival.algorithm == Algorithm::node_aware) protocols.push_back(rival.protocol);
    return protocols;
  };
  EXPECT_THAT(relaying(all_at_once, 16), IsEmpty());
  options.schedule.machine.ranks_per_host = 4;
  EXPECT_THAT(relaying(all_at_once, 16), ElementsAre(Protocol::post_all));
  EXPECT_THAT(relaying({Algorithm::node_aware, Protocol::post_all}, 64 * 1024),
              ElementsAre(Ne(Protocol::post_all)));
}

}  // namespace
}  // namespace partita
