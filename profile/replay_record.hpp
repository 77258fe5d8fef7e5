#pragma once
/// \file The replays of one table, as a profile sees them.

#include <cstddef>
#include <string>
#include <vector>

#include <partita/support/recorder.hpp>

namespace partita::detail {

/// Takes the moments of one replay after the other, and divides its wait when it is complete. The wait
/// between two arrivals is due to the message that arrives at its end, so the waits of all messages are
/// together the wait of the rank.
///
/// Replays in a row that take a microsecond each are looked at now and then, and one stands for all since the
/// last. A replay that waits for longer is looked at from then on in any case, and stands for itself. After a
/// pause, as of a rank that is late, a replay is always looked at. Not collective.
class ReplayRecord {
 public:
  struct Message {
    int partner, phase;
    bool is_between_hosts;
  };

  ReplayRecord(Recorder& recorder, const std::string& name, std::vector<Message> sends,
               const std::vector<Message>& receives);

  /// A replay begins; what it can do at once is done.
  void begin() {
    ++count_;
    call_ = ++activity_.calls;
    recorder_.begins_replay(call_);
    is_looked_at_ = always_ || recorder_.has_time_to_look();
    looks_in_vain_ = 0;
    if (is_looked_at_) look_at_begin();
  }
  void begun() {
    if (is_looked_at_) look_at_begun();
  }

  /// The next message is packed; it is packed now, and leaves with this stamp.
  void packs() {
    if (is_looked_at_ && !in_begin_) moment_ = recorder_.now();
  }
  const Stamp& leaves(std::size_t send, std::size_t bytes) {
    if (is_looked_at_)
      stamp(send, bytes);
    else
      outgoing_[send].sent = 0;
    return outgoing_[send];
  }

  /// Where the stamps that MPI brings come to, and those leave from.
  Stamp& of_send(std::size_t send) { return outgoing_[send]; }
  Stamp& of_receive(std::size_t receive) { return incoming_[receive]; }

  /// A message has arrived; it has been unpacked.
  void arrived(std::size_t receive, std::size_t bytes) {
    if (is_looked_at_) arrivals_.push_back({receive, bytes, recorder_.now(), looks_in_vain_ > 0});
  }
  void unpacked() {
    if (is_looked_at_ && !arrivals_.empty()) arrivals_.back().unpacked = recorder_.now();
  }

  /// This rank waits from now on; it combines what has come; the replay is complete.
  void waits() {
    if (is_looked_at_) look_at_waits();
  }
  void combines() {
    if (is_looked_at_) combines_ = recorder_.now();
  }
  void looked_in_vain() {
    if (++looks_in_vain_ == long_wait && !is_looked_at_) look_from_now_on();
  }
  void complete() {
    if (is_looked_at_) look_at_complete();
  }

 private:
  struct Arrival {
    std::size_t receive, bytes;
    double at;
    bool is_awaited;
    double unpacked = 0;
  };

  static constexpr unsigned long_wait = 64;  // looks in vain

  void look_at_begin();
  void look_at_begun();
  void look_at_waits();
  void look_from_now_on();
  void look_at_complete();
  void stamp(std::size_t send, std::size_t bytes);
  double weight() const { return static_cast<double>(count_ - looked_at_); }
  double crowd(const Arrival& message) const;

  Recorder& recorder_;
  std::size_t which_;  // activity
  Activity& activity_;
  std::vector<Message> sends_, receives_;
  std::vector<std::size_t> sums_;  // of each receive, its place in the activity
  std::vector<Stamp> outgoing_, incoming_;
  std::vector<Arrival> arrivals_;  // of this replay, in their order
  double begun_ = 0, left_begin_ = 0, waits_ = 0, combines_ = 0;
  double moment_ = 0;  // the last that was taken
  bool in_begin_ = false;
  bool always_ = false;  // messages between hosts take longer than a look
  bool is_looked_at_ = false;
  unsigned looks_in_vain_ = 0;
  std::uint64_t call_ = 0;                   // of the activity
  std::uint64_t count_ = 0, looked_at_ = 0;  // replays of this table; the last that was looked at
  double counted_ = 0;
};

}  // namespace partita::detail
