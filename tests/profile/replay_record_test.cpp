// The wait of a replay, divided.
#include <algorithm>

#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/profile/replay_record.hpp>

#include "clock.hpp"

namespace partita::detail {
namespace {

using test::seconds;

// A replay with a message to rank 1 and one from there, of 80 bytes, whose moments a test gives.
class OneMessage : public testing::Test {
 protected:
  OneMessage() { recorder.between_hosts = {.start_up = 0.25, .per_byte = 0.00625}; }

  // Of the sender: begun, sent. Of this rank: when it has begun, calls finish, has the message.
  void replay(double begun, double sent, double begins, double finishes, double arrives) {
    seconds = begins;
    record.begin();
    record.packs();
    seconds = begins + 0.5;
    record.leaves(0, 80);
    record.begun();
    seconds = finishes;
    record.waits();
    if (arrives > finishes) record.looked_in_vain();
    record.of_receive(0) = {.begun = begun,
                            .sent = sent,
                            .ahead = 0,
                            .waited = 0,
                            .reductions = 0,
                            .waited_for = 0,
                            .sender = 1,
                            .seal = 0};
    seconds = std::max(arrives, finishes);
    record.arrived(0, 80);
    seconds += 0.25;
    record.unpacked();
    record.combines();
    seconds += 0.125;
    record.complete();
  }

  const double zero = seconds = 0;
  Recorder recorder{MPI_COMM_SELF};
  ReplayRecord record{recorder, "halo", {{1, 0, true}}, {{1, 0, true}}};
  const Activity& activity = recorder.activity(recorder.find("exchange", "halo"));
  const MessageSums& sums = activity.messages.front();
};

TEST_F(OneMessage, IsLateThenHeldThenInTransit) {
  replay(/*begun=*/6, /*sent=*/7, /*begins=*/1, /*finishes=*/2, /*arrives=*/10);
  EXPECT_EQ(sums.late, 4);
  EXPECT_EQ(sums.held, 1);
  EXPECT_EQ(sums.transit, 3);
  EXPECT_EQ(sums.travelled, 3);
  EXPECT_EQ(activity.packing, 0.5);
  EXPECT_EQ(activity.unpacking, 0.375);
  EXPECT_EQ(activity.calls, 1u);
  EXPECT_EQ(activity.seconds, 0.5 + 8 + 0.375);
}

TEST_F(OneMessage, ThatWasThereIsNotWaitedFor) {
  replay(/*begun=*/1, /*sent=*/2, /*begins=*/1, /*finishes=*/9, /*arrives=*/3);
  EXPECT_EQ(sums.late + sums.held + sums.transit, 0);
  EXPECT_EQ(sums.awaited, 0);
  EXPECT_EQ(sums.count, 1);
}

TEST_F(OneMessage, WouldHaveBeenWaitedForWithoutComputing) {
  replay(/*begun=*/1, /*sent=*/5, /*begins=*/1, /*finishes=*/9, /*arrives=*/6);
  EXPECT_EQ(activity.hidden, 5 - 1.5);
}

TEST_F(OneMessage, QueuesBehindWhatTheSendersPortHas) {
  recorder.queue_to_send(0, 800);  // 5 seconds
  replay(0, 0, /*begins=*/1, 2, 3);
  EXPECT_EQ(record.of_send(0).ahead, 5 - 1.5);
}

TEST_F(OneMessage, IsAnEventOfItsReplay) {
  replay(6, 7, 1, 2, 10);
  const std::vector<Event> events = recorder.events();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].kind, Event::Kind::message);
  EXPECT_TRUE(events[0].is_awaited);
  EXPECT_EQ(events[0].last, 10);
  EXPECT_EQ(events[1].kind, Event::Kind::replay);
  EXPECT_EQ(events[1].first, 1);
  EXPECT_EQ(events[1].second, 2);
}

}  // namespace
}  // namespace partita::detail
