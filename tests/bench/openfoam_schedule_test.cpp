// The order of messages by OpenFOAM's rule.
#include "bench/openfoam_schedule.hpp"

#include <array>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/message.hpp>
#include <partita/schedule/verify.hpp>

#include "miniapps/random_matrix.hpp"

namespace partita {
namespace {

// Rank 0 has most messages, so it comes first in every phase; ranks 2 and 3 exchange beside it.
TEST(OpenfoamSchedule, TakesTheMessageWhoseRanksHaveMostLeft) {
  const CommunicationMatrix matrix({{{1, 1}, {2, 1}, {3, 1}}, {}, {{3, 1}}, {}});
  std::vector<detail::Message> found = detail::messages(openfoam_schedule(matrix).tables);
  std::vector<std::array<int, 3>> order;  // phase, from, to
  for (const detail::Message& message : found) order.push_back({message.phase, message.from, message.to});
  EXPECT_EQ(order, (std::vector<std::array<int, 3>>{{0, 0, 2}, {1, 0, 3}, {2, 0, 1}, {2, 2, 3}}));
}

TEST(OpenfoamSchedule, DeliversEverythingAndOccupiesARankByOneTransferAPhase) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const CommunicationMatrix matrix = make_random_matrix({16, 5, 1, 9}, seed);
    const Schedule schedule = openfoam_schedule(matrix);
    EXPECT_EQ(verify(schedule, matrix), std::nullopt);
    EXPECT_GE(schedule.phases(), most_transfers(matrix));
    for (const PhaseTable& table : schedule.tables) {
      std::vector<int> transfers(static_cast<std::size_t>(schedule.phases()), 0);
      for (const auto& transfers_of_rank : {table.sends, table.receives})
        for (const Transfer& transfer : transfers_of_rank)
          EXPECT_EQ(++transfers[static_cast<std::size_t>(transfer.phase)], 1);
    }
  }
}

}  // namespace
}  // namespace partita
