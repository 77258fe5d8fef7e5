#pragma once
/// \file The replays of one table, as a profile sees them.

#include <cstddef>
#include <string>
#include <vector>

#include <partita/support/recorder.hpp>

namespace partita::detail {

/// Takes the moments of one replay after the other, and divides its wait when it is complete. The wait between
/// two arrivals is due to the message that arrives at its end, so the waits of all messages are together the
/// wait of the rank. Not collective.
class ReplayRecord {
 public:
  struct Message {
    int partner, phase;
    bool is_between_hosts;
  };

  ReplayRecord(Recorder& recorder, const std::string& name, std::vector<Message> sends,
               const std::vector<Message>& receives);

  /// A replay begins; what it can do at once is done.
  void begin();
  void begun();

  /// The next message is packed; it is packed now, and leaves with this stamp.
  void packs() {
    if (!in_begin_) moment_ = recorder_.now();
  }
  const Stamp& leaves(std::size_t send, std::size_t bytes);

  /// Where the stamps that MPI brings come to, and those leave from.
  Stamp& of_send(std::size_t send) { return outgoing_[send]; }
  Stamp& of_receive(std::size_t receive) { return incoming_[receive]; }

  /// A message has arrived; it has been unpacked.
  void arrived(std::size_t receive, std::size_t bytes) {
    arrivals_.push_back({receive, bytes, recorder_.now(), looked_in_vain_});
  }
  void unpacked() { arrivals_.back().unpacked = recorder_.now(); }

  /// This rank waits from now on, until the replay is complete, with all messages unpacked and combined.
  void waits();
  void looked_in_vain() { looked_in_vain_ = true; }
  void complete();

 private:
  struct Arrival {
    std::size_t receive, bytes;
    double at;
    bool is_awaited;
    double unpacked = 0;
  };

  double crowd(const Arrival& message) const;

  Recorder& recorder_;
  std::size_t activity_;
  std::vector<Message> sends_, receives_;
  std::vector<std::size_t> sums_;  // of each receive, its place in the activity
  std::vector<Stamp> outgoing_, incoming_;
  std::vector<Arrival> arrivals_;  // of this replay, in their order
  double begun_ = 0, left_begin_ = 0, waits_ = 0;
  double moment_ = 0;  // the last that was taken
  bool in_begin_ = false, looked_in_vain_ = false;
};

}  // namespace partita::detail
