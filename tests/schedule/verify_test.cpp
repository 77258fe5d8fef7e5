#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/schedule/verify.hpp>
#include <partita/support/random.hpp>

#include "tests/schedule/random_matrix.hpp"

namespace partita {
namespace {

using testing::HasSubstr;
using testing::Optional;

// Rank 0 has 4 units for rank 2; they go by way of rank 1, in two pieces. Staged schedules look like this.
struct Relay {
  CommunicationMatrix matrix{{{{2, 4}}, {}, {}}};
  Schedule schedule{ScheduleOptions(), std::vector<PhaseTable>(3)};

  Relay() {
    send(0, 0, 1, {{0, 2, 0, 4}});
    send(1, 1, 2, {{0, 2, 0, 3}});
    send(2, 1, 2, {{0, 2, 3, 1}});
    for (PhaseTable& table : schedule.tables) table.phases = 3;
  }

  void send(int phase, int from, int to, const std::vector<Piece>& pieces) {
    schedule.tables[static_cast<std::size_t>(from)].sends.push_back({phase, to, pieces});
    schedule.tables[static_cast<std::size_t>(to)].receives.push_back({phase, from, pieces});
  }

  std::optional<std::string> verdict() const { return verify(schedule, matrix); }
};

TEST(Verify, AcceptsRelayedAndSplitMessages) { EXPECT_EQ(Relay().verdict(), std::nullopt); }

TEST(Verify, FindsUnitsThatNeverArrive) {
  Relay relay;
  relay.schedule.tables[1].sends.pop_back();
  relay.schedule.tables[2].receives.pop_back();
  EXPECT_THAT(relay.verdict(), Optional(HasSubstr("unit 3 of rank 0 for rank 2 ends at rank 1")));
}

TEST(Verify, FindsUnitsThatWereNeverSent) {
  const CommunicationMatrix matrix({{{1, 2}}, {}});
  Schedule idle;
  idle.tables.resize(2);
  EXPECT_THAT(verify(idle, matrix), Optional(HasSubstr("unit 0 of rank 0 for rank 1 ends at rank 0")));
}

TEST(Verify, FindsUnitsSentTwice) {
  const CommunicationMatrix matrix({{{1, 2}}, {}});
  Schedule schedule = make_schedule(matrix, {Algorithm::rs_n});
  schedule.tables[0].sends.push_back({1, 1, {{0, 1, 1, 1}}});
  schedule.tables[1].receives.push_back({1, 0, {{0, 1, 1, 1}}});
  schedule.tables[0].phases = schedule.tables[1].phases = 2;
  EXPECT_THAT(verify(schedule, matrix), Optional(HasSubstr("which rank 0 does not have at that time")));
}

TEST(Verify, FindsARelayThatForwardsBeforeItReceives) {
  Relay relay;
  relay.schedule.tables[1].sends[0].phase = 0;
  relay.schedule.tables[2].receives[0].phase = 0;
  EXPECT_THAT(relay.verdict(), Optional(HasSubstr("which rank 1 does not have at that time")));
}

TEST(Verify, FindsATargetThatSendsOnWhatIsItsOwn) {
  Relay relay;
  relay.send(2, 2, 0, {{0, 2, 0, 3}});
  EXPECT_THAT(relay.verdict(), Optional(HasSubstr("which rank 2 does not have at that time")));
}

TEST(Verify, FindsPiecesOfNoMessage) {
  constexpr Units largest = std::numeric_limits<Units>::max();
  for (const Piece& piece :
       {Piece{-1, 2, 0, 1}, Piece{3, 2, 0, 1}, Piece{0, 1, 0, 1}, Piece{0, 2, -1, 1}, Piece{0, 2, 0, 5},
        Piece{0, 2, 4, 1}, Piece{0, 2, 0, 0}, Piece{0, 2, largest, 1}, Piece{0, 2, 1, largest}}) {
    Relay relay;
    relay.schedule.tables[0].sends[0].pieces = {piece};
    relay.schedule.tables[1].receives[0].pieces = {piece};
    EXPECT_THAT(relay.verdict(), Optional(HasSubstr("which rank 0 does not have at that time")));
  }
}

TEST(Verify, FindsAMessageThatOnlyOneSideKnows) {
  Relay relay;
  relay.schedule.tables[2].receives[1].pieces[0].length = 2;
  EXPECT_THAT(relay.verdict(), Optional(HasSubstr("the message from rank 1 to rank 2 in phase 2")));
  relay.schedule.tables[2].receives.pop_back();
  EXPECT_THAT(relay.verdict(), Optional(HasSubstr("is not in its receiver's table")));
}

TEST(Verify, NamesTheMessageThatIsTooManyInAReceiversTable) {
  Relay relay;
  relay.schedule.tables[1].receives.push_back({1, 2, {{2, 1, 0, 1}}});
  EXPECT_THAT(
      relay.verdict(),
      Optional(HasSubstr("the message from rank 2 to rank 1 in phase 1 is not in its sender's table")));
}

TEST(Verify, FindsAMessageThatCarriesNothing) {
  Relay relay;
  relay.send(2, 2, 0, {});
  EXPECT_EQ(relay.verdict(), "the message from rank 2 to rank 0 in phase 2 carries nothing");
}

TEST(Verify, FindsNodeContentionUnlessTheAlgorithmIsUnordered) {
  const CommunicationMatrix matrix({{{2, 1}}, {{2, 1}}, {}});
  Schedule schedule = make_schedule(matrix, {Algorithm::ac});
  EXPECT_EQ(verify(schedule, matrix), std::nullopt);
  schedule.options.algorithm = Algorithm::rs_n;
  EXPECT_EQ(verify(schedule, matrix), "rank 2 receives twice in phase 0");
}

TEST(Verify, FindsPhasesOutOfOrderOrOutOfRange) {
  Relay swapped;
  std::swap(swapped.schedule.tables[1].sends[0], swapped.schedule.tables[1].sends[1]);
  EXPECT_EQ(swapped.verdict(), "the table of rank 1 does not ascend by phase");
  Relay late;
  for (PhaseTable& table : late.schedule.tables) table.phases = 2;
  EXPECT_EQ(late.verdict(), "rank 1 has a phase outside 0 to 1");
}

// Ranks 2 and 3 need indices 7 and 8 of rank 0, in opposite order, and rank 3 index 9. Rank 2 copies.
struct Copying {
  CommunicationMatrix matrix = of_indices({8, 7, 9});
  Copy first{0, {0, 2, 1, 1}, {0, 3, 0, 1}}, second{0, {0, 2, 0, 1}, {0, 3, 1, 1}};

  // With these for rank 3.
  static CommunicationMatrix of_indices(const std::vector<Units>& indices) {
    IndexRuns runs{{2, 0, 7, 2}};
    for (Units offset = 0; offset < 3; ++offset)
      runs.push_back({3, offset, indices[static_cast<std::size_t>(offset)], 1});
    return CommunicationMatrix({{{2, 2}, {3, 3}}, {}, {}, {}}).with_indices({std::move(runs), {}, {}, {}});
  }

  std::optional<std::string> verdict(const std::vector<Copy>& of_origin, const std::vector<Copy>& of_relay) {
    Schedule schedule{ScheduleOptions(), std::vector<PhaseTable>(4)};
    const std::vector<Piece> over{{0, 2, 0, 2}, {0, 3, 2, 1}}, on{{0, 3, 0, 3}};
    schedule.tables[0] = {2, {{0, 2, over}}, {}, of_origin};
    schedule.tables[1] = {2, {}, {}};
    schedule.tables[2] = {2, {{1, 3, on}}, {{0, 0, over}}, of_relay};
    schedule.tables[3] = {2, {}, {{1, 2, on}}};
    return verify(schedule, matrix);
  }
  std::optional<std::string> verdict(const std::vector<Copy>& copies) { return verdict(copies, copies); }
};

TEST(VerifyCopies, AcceptsUnitsThatARelayCopies) {
  Copying c;
  EXPECT_EQ(c.verdict({c.first, c.second}), std::nullopt);
  EXPECT_EQ(c.verdict({c.second, c.first}, {c.first, c.second}), std::nullopt) << "in any order";
}

TEST(VerifyCopies, FindsACopyOfAnotherValue) {
  Copying c;
  c.first.from.offset = 0;
  EXPECT_EQ(
      c.verdict({c.first, c.second}),
      "rank 2 copies units 0 to 0 of rank 0 for rank 3 from units 0 to 0 of rank 0 for rank 2 in phase 0, "
      "which are not the same values");
}

TEST(VerifyCopies, FindsACopyBeforeItsSourceArrives) {
  Copying c;
  c.first.phase = -1;
  EXPECT_THAT(c.verdict({c.first, c.second}), Optional(HasSubstr("in phase -1, in which the last of these")));
  c.first.phase = 1;
  EXPECT_THAT(c.verdict({c.first, c.second}), Optional(HasSubstr("which rank 2 does not have at that time")));
}

TEST(VerifyCopies, FindsUnitsThatAreMissingOrTwice) {
  Copying c;
  EXPECT_THAT(c.verdict({c.first}), Optional(HasSubstr("which rank 2 does not have at that time")));
  EXPECT_THAT(c.verdict({c.first, c.first, c.second}), Optional(HasSubstr("or are copied twice")));
  const Copy sent{0, {0, 2, 0, 1}, {0, 3, 2, 1}};
  c.matrix = Copying::of_indices({8, 7, 7});
  EXPECT_THAT(c.verdict({c.first, c.second, sent}), Optional(HasSubstr("some have left their origin")));
}

TEST(VerifyCopies, FindsACopyOfWhatIsACopyItself) {
  Copying c;
  c.matrix = Copying::of_indices({8, 8, 9});
  const Copy again{0, {0, 3, 0, 1}, {0, 3, 1, 1}};
  EXPECT_THAT(c.verdict({c.first, again}), Optional(HasSubstr("does not arrive there")));
}

TEST(VerifyCopies, FindsACopyThatOnlyOneRankKnows) {
  Copying c;
  EXPECT_THAT(c.verdict({c.first}, {c.first, c.second}),
              Optional(HasSubstr("which is not in the table of rank 0, or twice")));
  EXPECT_THAT(c.verdict({c.first, c.second}, {c.first}), Optional(HasSubstr("which no rank makes")));
}

TEST(Verify, FindsAnyOneMessageMovedToAnotherPhaseReceiverOrLength) {
  // Every single mutation of a right schedule is wrong.
  for (std::uint64_t seed = 0; seed < 1200; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    Schedule schedule = make_schedule(matrix, {Algorithm::rs_n, seed});
    Random random(seed);
    PhaseTable& table = schedule.tables[random.below(static_cast<std::uint32_t>(matrix.ranks()))];
    auto& list = random.below(2) == 0 ? table.sends : table.receives;
    if (list.empty()) continue;
    Transfer& victim = list[random.below(static_cast<std::uint32_t>(list.size()))];
    switch (random.below(4)) {
      case 0:
        ++victim.phase;
        break;
      case 1:
        victim.partner = (victim.partner + 1) % (matrix.ranks() + 1);
        break;
      case 2:
        ++victim.pieces.front().length;
        break;
      default:
        list.erase(list.begin() + (&victim - list.data()));
    }
    EXPECT_NE(verify(schedule, matrix), std::nullopt) << "seed " << seed;
  }
}

}  // namespace
}  // namespace partita
