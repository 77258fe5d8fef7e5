#pragma once
/// \file One replay of one phase table: moves bytes between memories according to a protocol.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <partita/executor/barrier.hpp>
#include <partita/executor/inquiries.hpp>
#include <partita/executor/persistent_requests.hpp>
#include <partita/executor/protocol.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/under_way.hpp>

namespace partita {

/// Units that lie side by side in memory.
struct Stretch {
  std::size_t first;       ///< in units from the start of the buffer
  std::size_t length;      ///< in units
  std::size_t buffer = 0;  ///< of the buffers that `begin` is given, or `relay_buffer`
};

/// The replay's own memory, for units that are received to be sent on.
inline constexpr auto relay_buffer = static_cast<std::size_t>(-1);

/// One end of a message in memory. In one stretch it is sent from, or received into, where it lies; else it
/// is packed.
struct Slot {
  int phase;
  int partner;
  std::vector<Stretch> stretches;
};

/// All of one rank. Both lists ascend by phase; what is sent from the relay memory was received into it in an
/// earlier phase.
struct Slots {
  int phases = 0;  ///< of the schedule
  std::vector<Slot> sends;
  std::vector<Slot> receives;
};

/// How slots are replayed.
struct ReplayOptions {
  Protocol protocol = Protocol::post_all;
  int window = 4;  ///< of the protocol `windowed`: sends under way at once
  LockOptions lock = {};
};

/// What the environment variable PARTITA_MONITOR says: after how many seconds of waiting a replay tells, on
/// stderr and once, for what. 0 if it is not set: never. Throws Error unless it is a number > 0.
double monitor_seconds();

/// Replays the same slots as often as wanted, split in `begin` and `finish`. Knows bytes, not types. Messages
/// are persistent requests of MPI: replaying from and into the same memory again sets up nothing.
///
/// Each protocol is a rule when a receive is posted and when a send is started; whatever it is, what is sent
/// on from the relay memory waits until everything of earlier phases has arrived on this rank. Nothing waits
/// but `finish`, and that advances all replays under way on the communicator: they may be finished in any
/// order.
class Replay : public UnderWay {
 public:
  /// Takes tags: every rank must construct its replays in the same order. Not synchronising; collective by
  /// `lock`. Throws Error for a window of less than one send, and for a PARTITA_MONITOR that is no time.
  Replay(const Communicator& comm, Slots slots, const ReplayOptions& options = {});
  Replay(const Replay&) = delete;  // two would share tags
  Replay& operator=(const Replay&) = delete;
  Replay(Replay&&) = default;  // neither moved nor destroyed while under way
  Replay& operator=(Replay&&) = default;

  /// Throws Error when a replay is under way: ask before filling the memory to send from.
  void require_idle() const;

  /// Starts a replay. None of the buffers may be touched until `finish`. Not synchronising. Throws Error when
  /// the replay before has not been finished.
  ///
  /// A rank that has no values of its own cannot know how long those are that it relays: it says 0 bytes per
  /// unit, and learns them from the first message that comes.
  void begin(std::span<const std::byte* const> send_from, std::span<std::byte* const> receive_into,
             std::size_t bytes_per_unit);

  /// The same with one buffer to send from and one to receive into.
  void begin(const std::byte* send_from, std::byte* receive_into, std::size_t bytes_per_unit) {
    begin({&send_from, 1}, {&receive_into, 1}, bytes_per_unit);
  }

  /// Completes it: everything has arrived, and the memory sent from may be changed again. Throws Error when
  /// none is under way, or when a message was shorter than expected: the sender replays with other bytes per
  /// unit.
  void finish();

  void advance() override;

 private:
  // A slot of so many units. Unless it is one stretch it is packed in memory_, from unit `packing` on.
  struct End {
    Slot slot;
    std::size_t length;
    std::size_t packing;
    bool relays;

    bool in_place() const { return slot.stretches.size() == 1; }
  };

  // This rank's part of one phase: [first, last) of each list.
  struct Range {
    std::size_t first = 0, last = 0;
  };
  struct Phase {
    int number = 0;
    Range sends, receives;
    Range signals_out, signals_in;
  };

  std::vector<End> ends(std::vector<Slot> slots);
  std::vector<Phase> make_phases();
  std::byte* memory(std::size_t unit) { return memory_.data() + unit * bytes_per_unit_; }
  const std::byte* source(const Stretch& stretch);
  std::byte* destination(const Stretch& stretch);

  // What any protocol does.
  void post(Range receives);
  void start_send(std::size_t send);
  void start_signals(const Phase& phase);
  void take_in();
  void arrive(std::size_t receive, std::size_t bytes);
  bool knows_bytes() const { return bytes_per_unit_ > 0 || receives_.empty(); }
  void set_bytes(std::size_t bytes_per_unit);
  void learn_bytes();
  bool done() const;
  std::string waits_for() const;

  // The rules.
  void step();
  void step_freely();
  void step_by_locks();
  void step_by_phases();
  bool may_send() const;
  bool has_what_it_sends(std::size_t send) const;
  bool may_open(const Phase& phase);
  bool pass_barriers(int number);

  Communicator comm_;
  ReplayOptions options_;
  int schedule_phases_;
  std::size_t units_ = 0;  // in memory_
  std::vector<End> sends_;
  std::vector<End> receives_;
  std::vector<int> signals_out_, signals_in_;  // partners
  std::vector<Phase> phases_;                  // those in which this rank takes part
  int tag_;                                    // of data; signals and barrier have the next two
  PersistentRequests sending_, receiving_, signalling_, signalled_;
  Barrier barrier_;
  std::unique_ptr<Inquiries> inquiries_;  // by `lock`
  std::vector<std::byte>
      memory_;  // what is relayed, then what is packed; grows at first use and is then kept

  // Of the replay under way.
  bool under_way_ = false;
  std::vector<const std::byte*> send_from_;
  std::vector<std::byte*> receive_into_;
  std::size_t bytes_per_unit_ = 0;
  std::size_t next_receive_ = 0;     // those before have been posted
  std::size_t allowed_receive_ = 0;  // those before may be, once their bytes are known
  std::size_t next_send_ = 0;        // those before have been started; by `lock`, so many
  std::size_t next_phase_ = 0;       // those before are complete
  bool phase_open_ = false;
  std::vector<bool> arrived_;       // by receive
  std::size_t arrived_before_ = 0;  // all of them before this one
  int barriers_passed_ = 0;
  bool at_barrier_ = false;
};

}  // namespace partita
