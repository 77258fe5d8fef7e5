#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/protocols/receiver_locks.hpp>

namespace partita {

using namespace detail;

namespace {

class ReceiverLocksTest : public testing::Test {
 protected:
  void wait_for_all() const { MPI_Barrier(comm_.handle()); }

  const Communicator comm_{MPI_COMM_WORLD};
  const int next_ = (comm_.rank() + 1) % comm_.size();
};

TEST_F(ReceiverLocksTest, AreClosedUntilTheReceiverHasBegunTheSameReplay) {
  ReceiverLocks locks(comm_);
  for (int replay = 0; replay < 3; ++replay) {
    wait_for_all();
    if (comm_.rank() != 0) {
      locks.open();
      EXPECT_FALSE(locks.take(0, 1).granted) << "rank 0 has not begun";
    }
    wait_for_all();
    if (comm_.rank() == 0) locks.open();
    wait_for_all();
    if (comm_.rank() == replay % comm_.size()) {
      EXPECT_TRUE(locks.take(0, 1).granted);
      locks.give_back(0);
      locks.complete();
    }
  }
  wait_for_all();  // until then locks stay
}

TEST_F(ReceiverLocksTest, ABusyOneSaysForHowLong) {
  ReceiverLocks locks(comm_);
  locks.open();
  wait_for_all();
  EXPECT_TRUE(locks.take(next_, 0.25).granted);
  const auto [granted, busy_seconds] = locks.take(next_, 7);
  EXPECT_FALSE(granted);
  EXPECT_NEAR(busy_seconds, 0.25, 1e-6);
  wait_for_all();
  locks.free_own();
  wait_for_all();
  EXPECT_TRUE(locks.take(next_, 1e9).granted) << "times are cut to what a word can hold";
  wait_for_all();
}

TEST_F(ReceiverLocksTest, OneRankHasALockAtATime) {
  ReceiverLocks locks(comm_);
  locks.open();
  int* inside = nullptr;  // how many ranks hold the lock of rank 0
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, comm_.handle(), &inside, &window);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  *inside = 0;
  wait_for_all();
  const auto add = [&](int change) {
    int before = 0;
    MPI_Fetch_and_op(&change, &before, MPI_INT, 0, 0, MPI_SUM, window);
    MPI_Win_flush(0, window);
    return before;
  };
  for (int times = 0; times < 20;) {
    if (!locks.take(0, 0).granted) continue;
    EXPECT_EQ(add(1), 0);
    EXPECT_EQ(add(-1), 1);
    locks.give_back(0);
    ++times;
  }
  locks.complete();
  wait_for_all();
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
}

TEST_F(ReceiverLocksTest, WhatIsGivenBackIsFreeWhenTheNextIsTaken) {
  ReceiverLocks locks(comm_);
  locks.open();
  wait_for_all();
  const int last = comm_.size() - 1;
  if (comm_.rank() == 0) {
    EXPECT_TRUE(locks.take(next_, 1).granted);
    locks.give_back(next_);
    EXPECT_TRUE(locks.take(last, 1).granted);
  }
  wait_for_all();
  if (comm_.rank() == last && last > 1) {
    EXPECT_TRUE(locks.take(1, 1).granted);
  }
  wait_for_all();
}

TEST_F(ReceiverLocksTest, WhatIsGivenBackIsFreeWhenThatIsComplete) {
  ReceiverLocks locks(comm_);
  locks.open();
  for (int shift = 0; shift < comm_.size(); ++shift) {
    wait_for_all();
    const int other = (comm_.rank() + shift) % comm_.size();
    EXPECT_TRUE(locks.take(other, 1).granted);
    locks.give_back(other);
    locks.complete();
  }
  wait_for_all();
}

TEST_F(ReceiverLocksTest, WhatIsGivenBackLateHarmsNoLaterReplay) {
  ReceiverLocks locks(comm_);
  locks.open();
  wait_for_all();
  EXPECT_TRUE(locks.take(next_, 0.5).granted);
  wait_for_all();
  locks.open();
  wait_for_all();
  locks.give_back(next_);
  wait_for_all();
  EXPECT_TRUE(locks.take(next_, 0.5).granted);
  EXPECT_FALSE(locks.take(next_, 0.5).granted);
  wait_for_all();
}

TEST_F(ReceiverLocksTest, ThoseOfDifferentReplaysAreIndependentHoweverMany) {
  // More than fit into one window, and destroyed in different orders.
  std::vector<std::unique_ptr<ReceiverLocks>> many(600);
  for (int round = 0; round < 2; ++round) {
    for (auto& locks : many) locks = std::make_unique<ReceiverLocks>(comm_);
    for (auto& locks : many) locks->open();
    wait_for_all();
    for (auto& locks : many) EXPECT_TRUE(locks->take(next_, 1).granted);
    wait_for_all();
    for (std::size_t k = 0; k < many.size(); ++k)
      many[comm_.rank() % 2 == 0 ? k : many.size() - 1 - k].reset();
  }
}

}  // namespace
}  // namespace partita
