// Which cause a wait in transit has: the message itself, a queue, a link.
#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/profile/causes.hpp>

namespace partita::detail {
namespace {

// Six ranks on hosts of their own in a ring. A message takes a second by the model.
class Ring : public testing::Test {
 protected:
  static constexpr int size = 6;

  Ring() {
    recorder.between_hosts = {.start_up = 1, .per_byte = 0};
    for (int r = 0; r < size; ++r) {
      Activity halo{.kind = "exchange", .name = "halo"};
      for (const int from : {(r + 1) % size, (r + size - 1) % size})
        halo.messages.push_back({.from = from,
                                 .count = 10,
                                 .bytes = 10,
                                 .transit = 10,
                                 .awaited = 10,
                                 .awaited_bytes = 10,
                                 .travelled = 10});
      RankProfile& rank = ranks.emplace_back();
      rank.host = "host" + std::to_string(r);
      rank.activities = {halo};
    }
  }
  void for_each_message(auto&& change) {
    for (int r = 0; r < size; ++r)
      for (MessageSums& message : ranks[static_cast<std::size_t>(r)].activities.front().messages)
        change(r, message);
  }
  static void takes(MessageSums& message, double times) { message.transit = message.travelled = 10 * times; }

  Cause worst(Cause::Kind kind) const {
    for (const Cause& cause : find_causes(ranks, recorder).all)
      if (cause.kind == kind) return cause;
    return {.kind = kind};
  }

  Recorder recorder{MPI_COMM_SELF};
  std::vector<RankProfile> ranks;
};

using Kind = Cause::Kind;

TEST_F(Ring, MessagesThatTakeWhatTheModelSaysHaveNoOtherCause) {
  EXPECT_EQ(worst(Kind::messages).seconds, 20);
  EXPECT_EQ(worst(Kind::link).seconds, 0);
  EXPECT_EQ(worst(Kind::queue).seconds, 0);
}

TEST_F(Ring, IfAllLinksAreSlowerTheModelIsWrong) {
  for_each_message([](int, MessageSums& message) { takes(message, 7); });
  const Causes causes = find_causes(ranks, recorder);
  EXPECT_EQ(causes.slower_between, 7);
  EXPECT_EQ(worst(Kind::link).seconds, 0);
}

TEST_F(Ring, FewMessagesOfARaceDoNotSayWhatIsUsual) {
  for_each_message([](int, MessageSums& message) { takes(message, 7); });
  for (RankProfile& rank : ranks)
    for (int phase = 1; phase <= 3; ++phase)
      rank.activities.front().messages.push_back({.from = rank.activities.front().messages.front().from,
                                                  .phase = phase,
                                                  .count = 1,
                                                  .bytes = 1,
                                                  .transit = 1,
                                                  .awaited = 1,
                                                  .awaited_bytes = 1,
                                                  .travelled = 1});
  EXPECT_EQ(find_causes(ranks, recorder).slower_between, 7);
  EXPECT_EQ(worst(Kind::link).seconds, 0);
}

TEST_F(Ring, ALinkThatIsSlowerThanOthersIsSlow) {
  for_each_message(
      [](int to, MessageSums& message) { takes(message, to == 2 && message.from == 3 ? 9 : 1); });
  const Cause link = worst(Kind::link);
  EXPECT_EQ(link.seconds, 80);
  EXPECT_EQ(link.rank, 3);
  EXPECT_EQ(link.other, 2);
}

TEST_F(Ring, ASlowHostHasSlowLinks) {
  for_each_message(
      [](int to, MessageSums& message) { takes(message, to == 4 || message.from == 4 ? 10 : 1); });
  EXPECT_EQ(worst(Kind::links_of_host).rank, 4);
  EXPECT_EQ(worst(Kind::links_of_host).seconds, 180);
}

TEST_F(Ring, MessagesInACrowdQueue) {
  for_each_message([](int, MessageSums& message) {
    takes(message, 5);
    message.crowd = 20;  // by the model, of others at the same port
  });
  EXPECT_EQ(worst(Kind::queue).seconds, 80);
  EXPECT_EQ(worst(Kind::link).seconds, 0);
}

TEST_F(Ring, ACrowdMayTakeLongerThanTheModelSays) {
  for_each_message([](int, MessageSums& message) {
    takes(message, 50);
    message.crowd = 20;
  });
  EXPECT_EQ(worst(Kind::queue).seconds, 980);
  EXPECT_EQ(worst(Kind::link).seconds, 0);
}

TEST_F(Ring, TheRankForWhichOthersWaitIsLate) {
  ranks[0].due_to = {{3, 2.0}, {5, 1.0}};
  ranks[1].due_to = {{3, 7.0}, {messages_to(2), 9.0}};
  const Cause late = worst(Kind::late_rank);
  EXPECT_EQ(late.rank, 3);
  EXPECT_EQ(late.seconds, 7);
  EXPECT_EQ(late.loser, 1);
}

}  // namespace
}  // namespace partita::detail
