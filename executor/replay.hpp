#pragma once
/// \file One replay of one phase table: moves bytes between memories according to a protocol.

#include <cstddef>
#include <span>
#include <vector>

#include <mpi.h>

#include <partita/executor/protocol.hpp>
#include <partita/support/communicator.hpp>

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

/// Replays the same slots as often as wanted, split in `begin` and `finish`. Knows bytes, not types.
///
/// With `post_all`, `begin` posts all receives and all sends in the order of the phases, and `finish`
/// confirms them. With `ready_signal`, a phase begins by posting its receives and signalling their senders; a
/// send waits for its signal; the next phase begins when this one is complete. `begin` then does what needs
/// no waiting in the first phase, `finish` the rest. Either way, what is sent on from the relay memory waits
/// until everything of earlier phases has arrived on this rank; with `post_all` that, and what is to be sent
/// after it, is left to `finish`.
///
/// Phases are kept in order by each rank for itself (the papers' loose synchrony): no global synchronisation.
class Replay {
 public:
  /// Slots ascend by phase; what is sent from the relay memory was received into it in an earlier phase.
  /// Takes tags: every rank must construct its replays in the same order. Not synchronising.
  Replay(const Communicator& comm, Protocol protocol, std::vector<Slot> sends, std::vector<Slot> receives);
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
  /// unit, learns them from the first message that comes, and does everything in `finish`.
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

 private:
  // This rank's slots of one phase: [first, last) of each list.
  struct Phase {
    std::size_t first_send, last_send;
    std::size_t first_receive, last_receive;
  };

  // A slot of so many units. Unless it is one stretch it is packed in memory_, from unit `packing` on.
  struct End {
    Slot slot;
    std::size_t length;
    std::size_t packing;

    bool in_place() const { return slot.stretches.size() == 1; }
    bool relays() const;
  };

  std::vector<End> ends(std::vector<Slot> slots);
  bool knows_bytes() const { return bytes_per_unit_ > 0 || receives_.empty(); }
  void learn_bytes();
  void start();
  std::byte* memory(std::size_t unit) { return memory_.data() + unit * bytes_per_unit_; }
  const std::byte* source(const Stretch& stretch);
  std::byte* destination(const Stretch& stretch);
  void post_receive(std::size_t slot);
  void post_send(std::size_t slot);
  void signal(std::size_t slot);
  void open(const Phase& phase);
  void close(const Phase& phase);
  void wait_for_sends(std::size_t first, std::size_t last);
  void wait_for_receives(std::size_t first, std::size_t last);

  Communicator comm_;
  Protocol protocol_;
  std::size_t units_ = 0;  // in memory_
  std::vector<End> sends_;
  std::vector<End> receives_;
  std::vector<Phase> phases_;            // those in which this rank takes part
  std::vector<MPI_Request> sending_;     // one per slot
  std::vector<MPI_Request> receiving_;   // one per slot
  std::vector<MPI_Request> signalling_;  // one per slot received
  std::vector<MPI_Status> received_;     // one per slot
  int data_tag_;
  int signal_tag_;
  std::vector<std::byte>
      memory_;  // what is relayed, then what is packed; grows at first use and is then kept

  // Of the replay under way.
  bool under_way_ = false;
  std::size_t next_send_ = 0;  // with post_all: those before are posted
  std::vector<const std::byte*> send_from_;
  std::vector<std::byte*> receive_into_;
  std::size_t bytes_per_unit_ = 0;
};

}  // namespace partita
