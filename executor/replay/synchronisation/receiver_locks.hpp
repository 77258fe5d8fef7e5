#pragma once
/// \file A lock on every rank, which says whether it may be sent to: the busy lock of DRS_N.
///
/// Wang, Lin, Ranka, "Distributed Scheduling of Unstructured Collective Communication on the CM-5", 1993,
/// section 4. There an Active Message tests and sets; here MPI_Compare_and_swap does, on a word of the
/// receiver's. A word holds a BusyLock:
///
///     replay (8 bits) | messages that come (2) | microseconds that the last takes (22) | its end (32)
///
/// where the end is in microseconds of the ranks' common clock, and both it and the replay begin anew at 0
/// when they have no room left. As in the papers only senders change a lock: figure 5, steps i and B.
///
/// Words belong to one replay each, and are of one replay at a time: a sender that is ahead finds its
/// receiver closed until that has begun the same replay, and so has posted its receives. Therefore nothing
/// can be deadlocked: the rank that holds a lock sends at once, to a receive that is posted, and waits for no
/// other lock meanwhile; and the locks of one exchange never keep another exchange waiting.

#include <cstddef>
#include <cstdint>
#include <optional>

#include <partita/executor/replay/rules/busy_lock.hpp>
#include <partita/executor/replay/synchronisation/lock_windows.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// The locks of all ranks for one replay, as this rank sees them. It sends while it holds its receivers'
/// locks, one at a time, and lets others send to it by its own.
class ReceiverLocks {
 public:
  /// All locks are closed. Collective: one reduction, and now and then a window of MPI for the next 512; the
  /// first of a communicator compares the ranks' clocks.
  ReceiverLocks(const Communicator& comm, const LockOptions& terms);
  ReceiverLocks(const ReceiverLocks&) = delete;
  ReceiverLocks& operator=(const ReceiverLocks&) = delete;
  ~ReceiverLocks();

  /// The next replay begins: this rank's receives are posted.
  void open();

  /// What an inquiry (test-and-set) finds.
  struct Answer {
    bool granted;
    double busy_seconds;  ///< BusyLock::busy_seconds; 0 when nothing is known
  };

  /// What a rank has found in a lock that it inquired for in vain.
  using Found = std::uint64_t;

  /// Takes the receiver's lock for a message of this many bytes, unless it is closed or lets no other come.
  /// Waits for the answer of MPI, but not for the lock; then what was given back before is free.
  ///
  /// A compare-and-swap must know what it changes: a free lock, or one that is as it was `found` before and
  /// now lets another come. So an inquiry takes one answer, or two if the lock is free after all.
  Answer take(int receiver, double bytes, Found& found);

  /// The message for which this rank has taken the receiver's lock has left; nothing when the receiver has
  /// begun another replay. Waits for no answer: that may come with the answer of the next `take`. If none
  /// follows, call `complete`, for until then MPI need not do it.
  void give_back(int receiver);

  /// What was given back is free.
  void complete();

 private:
  std::uint64_t word(const BusyLock& lock) const;
  std::optional<BusyLock> lock_in(std::uint64_t word, double now) const;
  std::uint64_t without_one(std::uint64_t word) const;
  void replace_own(std::uint64_t expected, std::uint64_t desired);

  Communicator comm_;
  LockOptions terms_;
  LockWindows* windows_;
  std::size_t index_;  // of the word
  std::uint8_t replay_ = 0;
  std::uint64_t taken_ = 0;                   // what this rank has made of the word it holds
  std::optional<CompareAndSwap> given_back_;  // not complete
};

}  // namespace partita::detail
