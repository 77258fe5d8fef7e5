#pragma once
/// \file A lock on every rank, which says whether it may be sent to: the busy lock of DRS_N.
///
/// Wang, Lin, Ranka, "Distributed Scheduling of Unstructured Collective Communication on the CM-5", 1993,
/// section 4. There an Active Message tests and sets; here MPI_Compare_and_swap does, on a word of the
/// receiver's. A word holds
///
///     replay (32 bits) | how busy (32 bits): 0 free, 1 + expected microseconds of the message under way
///
/// Words belong to one replay each, and are of one replay at a time: a sender that is ahead finds its
/// receiver closed until that has begun the same replay, and so has posted its receives. Therefore nothing
/// can be deadlocked: the rank that holds a lock sends at once, to a receive that is posted, and waits for no
/// other lock meanwhile; and the locks of one exchange never keep another exchange waiting.

#include <cstddef>
#include <cstdint>
#include <optional>

#include <partita/executor/protocols/lock_windows.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// The locks of all ranks for one replay, as this rank sees them. It sends while it holds its receivers'
/// locks, one at a time, and lets others send to it by its own.
class ReceiverLocks {
 public:
  /// All locks are closed. Collective: one reduction, and now and then a window of MPI for the next 512.
  explicit ReceiverLocks(const Communicator& comm);
  ReceiverLocks(const ReceiverLocks&) = delete;
  ReceiverLocks& operator=(const ReceiverLocks&) = delete;
  ~ReceiverLocks();

  /// The next replay begins: this rank's receives are posted.
  void open();

  /// What an inquiry (test-and-set) finds.
  struct Answer {
    bool granted;
    double busy_seconds;  ///< for which the message under way was expected to take; 0 when nothing is known
  };

  /// Takes the receiver's lock, unless it is closed or taken, for a message that is expected to take this
  /// time. Waits for the answer of MPI, but not for the lock; then what was given back before is free.
  Answer take(int receiver, double expected_seconds);

  /// Frees the receiver's lock that this rank has taken; nothing when the receiver has begun another replay.
  /// Waits for no answer: that may come with the answer of the next `take`. If none follows, call `complete`,
  /// for until then MPI need not do it.
  void give_back(int receiver);

  /// What was given back is free.
  void complete();

  /// Frees this rank's own lock, held by any rank.
  void free_own();

 private:
  std::uint64_t word(std::uint32_t busy) const { return (static_cast<std::uint64_t>(replay_) << 32) | busy; }
  void replace_own(std::uint64_t expected, std::uint64_t desired);

  Communicator comm_;
  LockWindows* windows_;
  std::size_t index_;  // of the word
  std::uint32_t replay_ = 0;
  std::uint64_t taken_ = 0;                   // what this rank has made of the word it holds
  std::optional<CompareAndSwap> given_back_;  // not complete
};

}  // namespace partita::detail
