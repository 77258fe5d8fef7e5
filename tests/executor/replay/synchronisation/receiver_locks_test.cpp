// Takes the place of MPI_Win_allocate_shared, so that it may fail on a rank, and of MPI's clock, so that time
// passes only where a test says so.
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/replay/synchronisation/receiver_locks.hpp>
#include <partita/support/error.hpp>

namespace {

bool has_no_window = false;
bool has_own_clock = false;
double own_clock = 0;

}  // namespace

extern "C" double MPI_Wtime() { return has_own_clock ? own_clock : PMPI_Wtime(); }

extern "C" int MPI_Win_allocate_shared(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* memory,
                                       MPI_Win* window) {
  const int result = PMPI_Win_allocate_shared(size, unit, info, comm, memory, window);
  return has_no_window ? MPI_ERR_NO_MEM : result;
}

namespace partita {

using namespace detail;

namespace {

// 1 byte a second, to begin at once: so the length of a message is also its time.
constexpr MessageTime second_per_byte{.start_up = 0, .seconds_per_byte = 1};
constexpr LockOptions of_1993{.busy_measure = false, .early_go_ahead = false, .message = second_per_byte},
    busy_measure{.busy_measure = true, .early_go_ahead = false, .message = second_per_byte},
    // A message of no bytes is always about to end.
    go_ahead{
        .busy_measure = true, .early_go_ahead = true, .message = {.start_up = 1000, .seconds_per_byte = 1}};

// An inquiry, and if it is in vain another one, which knows what was found. Ends of messages are rounded up
// to microseconds, so it comes later than that.
ReceiverLocks::Answer take(ReceiverLocks& locks, int receiver, double bytes) {
  ReceiverLocks::Found found{};
  const ReceiverLocks::Answer answer = locks.take(receiver, bytes, found);
  if (answer.granted) return answer;
  own_clock += 3e-6;
  return locks.take(receiver, bytes, found);
}

class ReceiverLocksTest : public testing::Test {
 protected:
  void SetUp() override {
    has_own_clock = true;
    own_clock = 1000;
  }
  void TearDown() override { has_own_clock = false; }

  void wait_for_all() const { MPI_Barrier(comm_.handle()); }

  const Communicator comm_{MPI_COMM_WORLD};
  const int next_ = (comm_.rank() + 1) % comm_.size();
};

TEST_F(ReceiverLocksTest, AreClosedUntilTheReceiverHasBegunTheSameReplay) {
  ReceiverLocks locks(comm_, go_ahead);
  for (int replay = 0; replay < 300; ++replay) {  // more than a word counts
    wait_for_all();
    if (comm_.rank() != 0) {
      locks.open();
      EXPECT_FALSE(take(locks, 0, 1).granted) << "rank 0 has not begun";
    }
    wait_for_all();
    if (comm_.rank() == 0) locks.open();
    wait_for_all();
    if (comm_.rank() == replay % comm_.size()) {
      EXPECT_TRUE(take(locks, 0, 1).granted);
      locks.give_back(0);
      locks.complete();
    }
  }
  wait_for_all();  // until then locks stay
}

TEST_F(ReceiverLocksTest, ABusyOneSaysForHowLongItRemainsSo) {
  ReceiverLocks locks(comm_, busy_measure);
  locks.open();
  wait_for_all();
  EXPECT_TRUE(take(locks, next_, 0.2).granted);
  own_clock += 0.05;
  EXPECT_NEAR(take(locks, next_, 1).busy_seconds, 0.15, 1e-5);
  own_clock += 0.2;
  const auto [granted, overdue] = take(locks, next_, 1);
  EXPECT_FALSE(granted);
  EXPECT_EQ(overdue, 0);
  wait_for_all();
}

TEST_F(ReceiverLocksTest, ABusyOneSaysNoMoreThanAWordHolds) {
  ReceiverLocks locks(comm_, busy_measure);
  locks.open();
  wait_for_all();
  EXPECT_TRUE(take(locks, next_, 1000).granted);
  EXPECT_NEAR(take(locks, next_, 1).busy_seconds, 4.194303, 1e-6) << "22 bits of microseconds";
  wait_for_all();
}

TEST_F(ReceiverLocksTest, WithoutTheMeasureABusyOneSaysNothing) {
  ReceiverLocks locks(comm_, of_1993);
  locks.open();
  wait_for_all();
  EXPECT_TRUE(take(locks, next_, 1000).granted);
  const auto [granted, busy_seconds] = take(locks, next_, 1);
  EXPECT_FALSE(granted);
  EXPECT_EQ(busy_seconds, 0);
  wait_for_all();
}

TEST_F(ReceiverLocksTest, WithTheGoAheadASecondMessageComesButNoThird) {
  ReceiverLocks locks(comm_, go_ahead);
  locks.open();
  wait_for_all();
  const bool of_two = comm_.size() > 1 && comm_.rank() < 2;
  if (of_two) {
    EXPECT_TRUE(take(locks, 0, 0).granted);
  }
  wait_for_all();
  if (comm_.size() > 1) {
    EXPECT_FALSE(take(locks, 0, 0).granted);
  }
  wait_for_all();
  if (of_two) {
    locks.give_back(0);  // both at the same time: one of them must see that the other has
    locks.complete();
  }
  wait_for_all();
  if (comm_.rank() == comm_.size() - 1) {
    EXPECT_TRUE(take(locks, 0, 0).granted);
    EXPECT_TRUE(take(locks, 0, 0).granted);
    EXPECT_FALSE(take(locks, 0, 0).granted);
  }
  wait_for_all();
}

// How many ranks hold the lock of rank 0 at most, if all of them want it this often.
int most_inside(const Communicator& comm, const LockOptions& terms, int often) {
  ReceiverLocks locks(comm, terms);
  locks.open();
  int* inside = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, comm.handle(), &inside, &window);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  *inside = 0;
  MPI_Barrier(comm.handle());
  const auto add = [&](int change) {
    int before = 0;
    MPI_Fetch_and_op(&change, &before, MPI_INT, 0, 0, MPI_SUM, window);
    MPI_Win_flush(0, window);
    return before + change;
  };
  int most = 0;
  for (int times = 0; times < often;) {
    if (!take(locks, 0, 0).granted) continue;
    most = std::max(most, add(1));
    add(-1);
    locks.give_back(0);
    ++times;
  }
  locks.complete();
  MPI_Barrier(comm.handle());
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, comm.handle());
  return most;
}

TEST_F(ReceiverLocksTest, OneRankHasALockAtATimeOrTwoWithTheGoAhead) {
  EXPECT_EQ(most_inside(comm_, of_1993, 20), 1);
  EXPECT_EQ(most_inside(comm_, busy_measure, 20), 1);
  EXPECT_LE(most_inside(comm_, go_ahead, 20), 2);
}

TEST_F(ReceiverLocksTest, WhatIsGivenBackIsFreeWhenTheNextIsTaken) {
  ReceiverLocks locks(comm_, of_1993);
  locks.open();
  wait_for_all();
  const int last = comm_.size() - 1;
  if (comm_.rank() == 0) {
    EXPECT_TRUE(take(locks, next_, 1).granted);
    locks.give_back(next_);
    EXPECT_TRUE(take(locks, last, 1).granted);
  }
  wait_for_all();
  if (comm_.rank() == last && last > 1) {
    EXPECT_TRUE(take(locks, 1, 1).granted);
  }
  wait_for_all();
}

TEST_F(ReceiverLocksTest, WhatIsGivenBackIsFreeWhenThatIsComplete) {
  ReceiverLocks locks(comm_, of_1993);
  locks.open();
  for (int shift = 0; shift < comm_.size(); ++shift) {
    wait_for_all();
    const int other = (comm_.rank() + shift) % comm_.size();
    EXPECT_TRUE(take(locks, other, 1).granted);
    locks.give_back(other);
    locks.complete();
  }
  wait_for_all();
}

TEST_F(ReceiverLocksTest, WhatIsGivenBackLateHarmsNoLaterReplay) {
  ReceiverLocks locks(comm_, of_1993);
  locks.open();
  wait_for_all();
  EXPECT_TRUE(take(locks, next_, 0.5).granted);
  wait_for_all();
  locks.open();
  wait_for_all();
  locks.give_back(next_);
  wait_for_all();
  EXPECT_TRUE(take(locks, next_, 0.5).granted);
  EXPECT_FALSE(take(locks, next_, 0.5).granted);
  wait_for_all();
}

TEST_F(ReceiverLocksTest, ThoseOfDifferentReplaysAreIndependentHoweverMany) {
  // More than fit into one window, and destroyed in different orders.
  std::vector<std::unique_ptr<ReceiverLocks>> many(600);
  for (int round = 0; round < 2; ++round) {
    for (auto& locks : many) locks = std::make_unique<ReceiverLocks>(comm_, of_1993);
    for (auto& locks : many) locks->open();
    wait_for_all();
    for (auto& locks : many) EXPECT_TRUE(take(*locks, next_, 1).granted);
    wait_for_all();
    for (std::size_t k = 0; k < many.size(); ++k)
      many[comm_.rank() % 2 == 0 ? k : many.size() - 1 - k].reset();
  }
}

TEST_F(ReceiverLocksTest, AreRefusedOnAllRanksIfOneHasNoWindow) {
  has_no_window = comm_.rank() == 0;
  EXPECT_THROW(ReceiverLocks(comm_, of_1993), CollectiveError);
  has_no_window = false;
}

}  // namespace
}  // namespace partita
