#pragma once
/// \file Which message a rank sends next when it must hold its receiver's lock: DRS_N, the sender's side.
///
/// Wang, Lin, Ranka 1993 (see receiver_locks.hpp), figure 5: as long as there are messages, select a
/// destination at random and test-and-set its lock; when it is busy, try another; else send, and free the
/// lock upon completion. One message at a time leaves a rank, and one at a time comes to it. Between two
/// inquiries a rank takes in what has arrived.
///
/// With the two improvements of Ranka, Shankar, Alsabti, "Many-to-many Personalized Communication with
/// Bounded Traffic", 1995, section 5. A busy destination says how busy it is and is then left alone for so
/// long; when all are busy this rank sleeps for the shortest of these times, which here means that it takes
/// in what arrives and asks nobody. And a destination gives the go-ahead for the next message shortly before
/// the end of the one under way: here the lock is freed by the sender as soon as its memory has been read,
/// instead of by the receiver when the message has arrived. (MPI does not say how much of a message has
/// come.) The sender does not wait until it is free, but asks the next destination meanwhile.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <partita/executor/protocol.hpp>
#include <partita/executor/protocols/receiver_locks.hpp>
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

  /// Asks for one message: it, when its receiver now is locked for it, to be sent at once, none other
  /// meanwhile. Else nothing, and no lock is held. `is_ready(message)` is false for those that wait for what
  /// they are to send.
  template <class IsReady>
  std::optional<std::size_t> next(IsReady&& is_ready) {
    const double now = clock_.seconds();
    may_be_asked_.clear();
    for (std::size_t k = 0; k < destinations_.size(); ++k) {
      const Destination& destination = destinations_[k];
      if (destination.next != destination.last && destination.leave_alone_until <= now &&
          is_ready(in_order_[destination.next]))
        may_be_asked_.push_back(k);
    }
    return ask(now);
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

  std::optional<std::size_t> ask(double now);

  LockOptions options_;
  ReceiverLocks locks_;
  std::vector<Destination> destinations_;
  std::vector<std::size_t> may_be_asked_;  // destinations
  std::vector<std::size_t> in_order_;      // messages, by destination
  std::vector<double> expected_seconds_;   // of each message
  Stopwatch clock_;
  Random random_;
  int receiver_ = 0;       // of the message under way
  double started_at_ = 0;  // it was
};

}  // namespace partita
