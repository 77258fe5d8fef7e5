#pragma once
/// \file What a profile keeps of one rank: what it did, for how long, and for which ranks it waited.
///
/// A wait has parts. A partner is *late* as long as it has not begun. From its begin to the departure of its
/// message the plan *holds* the message, which also is packed then. Then the message is in *transit*.
/// Messages carry the moments of their senders (Stamp), so the receiver divides its wait by itself, without a
/// message more.
///
/// A partner may be late because it has waited itself. So a stamp also tells how long its sender has waited,
/// and what for. Two ranks that compute for equal times after they have met meet again at equal times, unless
/// one has waited more than the other. So if a partner is late that has waited more than this rank since
/// their last message, or since the last reduction, in which all ranks meet, as much of its lateness is due
/// to what it has waited for, and so on along the chain. The rest is its own. Source: the delay costs of
/// Boehme, Geimer, Wolf, Arnold, "Identifying the root causes of wait states in large-scale parallel
/// applications", ICPP 2010, here without a trace.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mpi.h>

#include <partita/support/stamp.hpp>

namespace partita {

namespace detail {

class ToolHooks;

/// Seconds that the machine's model says of a message alone: start_up + bytes * per_byte.
struct Expected {
  double start_up = 0, per_byte = 0;
  bool is_known() const { return start_up > 0 || per_byte > 0; }
  double seconds(double count, double bytes) const { return count * start_up + bytes * per_byte; }
};

/// Of all replays, the messages of one receive.
struct MessageSums {
  int from = 0, phase = 0;
  bool between_hosts = true;
  double count = 0, bytes = 0;
  double late = 0, held = 0, transit = 0;  ///< seconds that this rank waited for it
  // Of those that were waited for:
  double awaited = 0, awaited_bytes = 0;
  double travelled = 0;  ///< seconds from departure to arrival
  double crowd = 0;      ///< seconds, by the model, of messages that used the same ports meanwhile
};

/// Something that a rank does again and again.
struct Activity {
  std::string kind;  ///< "exchange", "loop", "reduction", ...
  std::string name;
  std::uint64_t calls = 0;
  double seconds = 0;                      ///< without those of activities within it
  double packing = 0, unpacking = 0;       ///< of an exchange; unpacking combines, too
  double late = 0, held = 0, transit = 0;  ///< waits
  double hidden = 0;  ///< what would have been waited for, if nothing had been computed meanwhile
  std::vector<MessageSums> messages = {};
};

/// One wait for a rank that was late.
struct LateWait {
  double seconds = 0, at = 0;
  std::size_t activity = 0;
  std::uint64_t number = 0;  ///< which call of the activity, from 1
  int due_to = 0;
};

/// What has happened, of the latest steps or of those asked for. Moments by kind:
struct Event {
  enum class Kind : std::uint8_t {
    span,       ///< from first to last
    replay,     ///< begun at first, its finish called at second, at last complete
    message,    ///< the sender had begun at first, and sent at second; arrived at last
    collective  ///< entered at first; the last rank, `partner`, entered at second; left at last
  } kind;
  bool is_awaited;  ///< a message: its receiver has looked for it in vain
  std::uint32_t activity;
  std::uint64_t number;
  double first, second, last;
  double other;  ///< a replay: when its begin was done; a message: seconds of its crowd
  std::int32_t partner, phase;
  std::uint64_t bytes;
};

/// Of a timeline: from the begin of step `first` to that of `last`.
struct StepRange {
  std::uint64_t first, last;
};

/// What PARTITA_TIMELINE_STEPS says, if it is set. @throws Error if it is wrong. Not collective.
std::optional<StepRange> timeline_steps();

class Recorder {
 public:
  static constexpr std::size_t most_events = std::size_t{1} << 16;  ///< that it keeps: 5 MiB

  /// Compares clocks. Collective, with no messages under way.
  explicit Recorder(MPI_Comm comm);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Seconds since the communicator was made, by a clock that its ranks share.
  double now() const { return MPI_Wtime() + behind_ - zero_; }

  /// To look at a replay in detail costs about as long as some are. This says whether there is time for it
  /// since the last one, so that a profile costs a hundredth of a program. After a pause there always is.
  bool has_time_to_look();

  /// The activity of this kind and name. It stays where it is.
  std::size_t find(std::string_view kind, std::string_view name);
  Activity& activity(std::size_t which) { return activities_[which]; }
  const std::deque<Activity>& activities() const { return activities_; }

  /// An activity begins, within those that have begun and not ended; it ends.
  /// @param weight  it stands for as many
  void enter(std::size_t activity, double at);
  void leave(std::size_t activity, double at, double weight = 1);

  /// A wait for a partner that was late, in the given call of the activity.
  void was_late(std::size_t activity, std::uint64_t number, const Stamp& partner, double from, double to,
                double weight = 1);

  /// A message has come, for which this rank has waited, or not: after `was_late`.
  void met(const Stamp& partner, double waited);

  /// A wait has ended, of which `was_late` has told what was late: the stamps of this rank tell of it.
  void waited(double from, double to);

  /// A reduction that this rank entered then is complete; the last rank has this stamp. May write a file.
  void reduced(std::size_t activity, double entered, const Stamp& latest);

  /// A message leaves this rank's port to other hosts. @return seconds, by the model, of those before it
  double queue_to_send(double at, std::size_t bytes);

  /// What this rank's messages tell of it now.
  Stamp stamp(double begun, double sent) const;

  void add(const Event& event);

  /// An exchange begins this replay: a timeline is of some steps.
  void begins_replay(std::uint64_t number) { step_ = std::max(step_, number); }

  /// What a machine says of messages within a host and between hosts.
  Expected within_host, between_hosts;
  bool is_guessed = true;  ///< the machine was not calibrated

  /// Seconds for which this rank waited because a rank was late, or for a partner that waited for messages.
  const std::map<int, double>& due_to() const { return due_to_; }
  const std::vector<LateWait>& longest_late() const { return longest_late_; }

  /// Compares clocks again. @return seconds by which this rank's has drifted from rank 0's. Collective, with
  /// no messages under way.
  double drift() const;

  /// The latest, in the order in which they ended; those of the steps that were asked for, else the same.
  std::vector<Event> events() const;
  std::vector<Event> timeline() const { return steps_ ? asked_for_ : events(); }

  /// Writes what has been kept, when the communicator ends, and at collectives: at most every 30 seconds.
  std::function<void(const Recorder&, bool is_end)> write;

  bool seals() const { return seals_; }  ///< PARTITA_SEAL

  MPI_Comm comm() const { return comm_; }

  int rank() const { return rank_; }
  int size() const { return size_; }

 private:
  struct Open {
    std::size_t activity;
    double since, within;
  };

  MPI_Comm comm_;
  int rank_ = 0, size_ = 1;
  double behind_ = 0, zero_ = 0, written_ = 0, port_is_free_ = 0;
  std::uint64_t looked_at_ = 0, time_to_look_ = 0, cost_of_look_ = 1;  // ticks
  std::unique_ptr<ToolHooks> tools_;
  std::deque<Activity> activities_;
  std::map<std::string, std::size_t, std::less<>> places_;
  std::vector<Open> open_;
  std::map<int, double> due_to_;
  std::vector<LateWait> longest_late_;
  struct Meeting {
    int reductions = -1;
    double waited_there = 0, waited_here = 0;
  };
  Meeting last_meeting(const Stamp& partner) const;
  std::map<int, Meeting> meetings_;  // the last with each partner
  double waited_ = 0;                // since the last reduction
  int reductions_ = 0;
  double kept_wait_ = 0;  // the length of one that stamps tell of: it halves with each shorter one
  int waited_for_ = 0;
  double most_due_ = 0;  // in the wait under way
  int most_due_to_ = 0;
  std::vector<Event> events_, asked_for_;
  std::size_t oldest_ = 0;
  std::uint64_t step_ = 0;
  std::optional<StepRange> steps_;
  bool seals_ = false;
};

}  // namespace detail
}  // namespace partita
