#pragma once
/// \file Which message a rank sends next when it must hold its receiver's lock: DRS_N, the sender's side.
///
/// Wang, Lin, Ranka 1993 (see receiver_locks.hpp), figure 5: as long as there are messages, select a
/// destination at random and test-and-set its lock; when it is busy, try another; else send, and free the
/// lock upon completion. One message at a time leaves a rank, and one at a time comes to it. A round asks
/// each destination at most once.
///
/// With the two improvements of Ranka, Shankar, Alsabti, "Many-to-many Personalized Communication with
/// Bounded Traffic", 1995, section 5. A busy destination says how busy it is and is then left alone for so
/// long; when all are busy this rank sleeps for the shortest of these times, which here means that it takes
/// in what arrives and asks nobody. And a destination gives the go-ahead for the next message shortly before
/// the end of the one under way: here the lock is freed by the sender as soon as its memory has been read,
/// instead of by the receiver when the message has arrived. (MPI does not say how much of a message has
/// come.)

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <partita/executor/protocol.hpp>
#include <partita/executor/receiver_locks.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/random.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita {

class Inquiries {
 public:
  /// For messages to these receivers. Those to one receiver are sent in this order, whatever is sent between
  /// them. Collective.
  Inquiries(const Communicator& comm, std::span<const int> receivers, const LockOptions& options);

  /// The next replay begins: this rank's receives are posted.
  void begin();

  /// A message whose receiver now is locked for it: to be sent at once, none other meanwhile. Nothing when
  /// none may be sent now. `is_ready(message)` is false for those that wait for what they are to send.
  template <class IsReady>
  std::optional<std::size_t> next(IsReady&& is_ready) {
    const auto destinations = static_cast<std::uint32_t>(destinations_.size());
    if (destinations == 0) return std::nullopt;
    const double now = clock_.seconds();
    const std::uint32_t first = random_.below(destinations);
    for (std::uint32_t k = 0; k < destinations; ++k) {
      Destination& destination = destinations_[(first + k) % destinations];
      if (destination.next == destination.last || now < destination.leave_alone_until) continue;
      const std::size_t message = in_order_[destination.next];
      if (is_ready(message) && is_granted(destination, message, now)) return message;
    }
    return std::nullopt;
  }

  /// The message's memory may be changed again.
  void sent(std::size_t message);

  /// A message of another rank has arrived.
  void arrived();

 private:
  struct Destination {
    int rank;
    std::size_t first, last;  // its messages, in in_order_
    std::size_t next;         // the first that has not been sent
    double leave_alone_until;
  };

  bool is_granted(Destination& destination, std::size_t message, double now);

  LockOptions options_;
  ReceiverLocks locks_;
  std::vector<Destination> destinations_;
  std::vector<std::size_t> in_order_;     // messages, by destination
  std::vector<double> expected_seconds_;  // of each message
  Stopwatch clock_;
  Random random_;
  int receiver_ = 0;       // of the message under way
  double started_at_ = 0;  // it was
};

}  // namespace partita
