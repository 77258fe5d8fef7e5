#pragma once
/// \file The busy lock of DRS_N: what it says, and whether it lets another message come.

#include <partita/executor/plan/protocol.hpp>

namespace partita::detail {

/// The lock of a receiver, as a sender that inquires sees and changes it. Times are those of one clock that
/// all ranks share.
///
/// Wang, Lin, Ranka 1993, section 4: the lock is a bit, and "each processor will receive at most one message
/// at a time". Ranka, Shankar, Alsabti 1995, section 5: "a busy destination processor when replying to the
/// sender of an inquiry gives a measure of how busy it is"; and it gives "the go-ahead for a new message
/// transfer when the current message transfer is about to get over". There the receiver counts the bytes that
/// have come. Here the sender of the message under way notes its end, as expected from its bytes. The end is
/// near when the next message needs the rest of the time to start up. Then two messages come to the receiver,
/// but never three.
struct BusyLock {
  int coming = 0;      ///< messages on their way to the receiver
  double until = 0;    ///< when the last of them is expected to end
  double lasting = 0;  ///< seconds that this one is expected to take

  /// None comes, or with the early go-ahead the only one is about to end.
  bool lets_another_come(const LockOptions& terms, double now) const;

  /// Seconds for which a lock that lets no other come is to be left alone. They are no more than the message
  /// is expected to take, however wrong a clock is. 0 without the measure, and if the end is overdue.
  double busy_seconds(const LockOptions& terms, double now) const;

  /// What a sender that has found this lock busy expects it to be now: the same if the message still comes,
  /// and now lets another come; else free.
  BusyLock expected_at(double now, const LockOptions& terms) const;

  /// One more message comes.
  void take(const LockOptions& terms, double bytes, double now);

  bool operator==(const BusyLock&) const = default;
};

}  // namespace partita::detail
