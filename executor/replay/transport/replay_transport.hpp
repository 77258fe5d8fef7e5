#pragma once
/// \file What moves the messages and signals of a replay.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <partita/executor/plan/transport.hpp>
#include <partita/executor/replay/memory/replay_memory.hpp>
#include <partita/executor/replay/rules/rank_part.hpp>
#include <partita/executor/replay/transport/persistent_requests.hpp>
#include <partita/executor/replay/transport/shared_channels.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// Types of values that may be the same: some are not known.
constexpr bool may_be_same(std::uint16_t one, std::uint16_t other) {
  return one == other || one == 0 || other == 0;
}

/// How a rank waits; see Patience.
enum class Waiting {
  by_mpi,  ///< MPI polls, and does between two polls what it does
  polls,   ///< polls memory: each rank has a processor of its own
  yields   ///< polls memory, and leaves the processor to other ranks between two polls
};

/// The messages and signals of one table, moved in every replay: each through memory that two ranks of one
/// host share, if there is a channel with room for it, else by MPI. Where a channel has no room it carries
/// the length alone, ahead of the message: a receiver that expects another one learns it from memory, and
/// has room for it, because its sender waits until it is taken. MPI may write a message that is too long
/// beyond the memory of its receiver before it says so (Open MPI 4.1, on one host). Numbers are those of the
/// RankPart. Not synchronising, but for construction.
class ReplayTransport {
 public:
  /// By MPI go all messages of the transport `mpi`, and those of stages by `lock`: only MPI says when a
  /// message has arrived. Collective, but by `mpi` without fragments.
  ///
  /// @param tag             of data; signals have the next
  /// @param bytes_per_unit  at most, of messages through shared memory: longer ones go by MPI. 0, not known:
  ///                        room for 256, in messages of up to 64 KiB for 1024
  /// @param fragment        bytes of the fragments in which messages of phased protocols go between hosts; 0:
  ///                        whole
  ReplayTransport(Transport transport, const Communicator& comm, int tag, const RankPart& part,
                  const ReplayMemory& memory, std::size_t bytes_per_unit, std::size_t fragment);

  /// The next replay moves values of these types, see types_of. Where memory is shared, they go with each
  /// message. By MPI its tag tells them, if all ranks know them: there a message of other types never comes.
  void begin(std::uint16_t types, bool by_tags) {
    if (types != types_) change_types(types, by_tags);
  }

  /// Starts receiving messages, and forgets those of the replay before.
  void post(Range receives, const ReplayMemory& memory);

  enum class Started {
    refused,    ///< there is no room now: ask again
    under_way,  ///< `message_left` says when its memory may be changed again
    left        ///< it may be now
  };
  /// @param is_empty  in place of the message one of no bytes
  Started send(std::size_t send, const ReplayMemory& memory, bool is_empty = false);

  void await_signal(std::size_t signal);

  /// True when it has left, else `signal_left` says when. There is always room: a signal is answered, by the
  /// message that it invites or by the partner's own signal, and the partner that answers has read the one
  /// before.
  bool signal(std::size_t signal);

  /// Tells `events` what has come since: message_arrived(receive, message, bytes, types), where the message
  /// stays until its receive is posted again, and signal_arrived(signal); and what has left:
  /// message_left(send), signal_left(signal).
  template <class Events>
  void complete(Until until, Events& events) {
    if (!polled_.empty()) complete_in_memory(events);
    requests_.complete(until, [&](std::size_t message, std::size_t bytes) {
      if (message >= outgoing_.size())
        arrived(message - outgoing_.size(), requests_.memory(message), bytes,
                incoming_[message - outgoing_.size()].types, events);
      else if (message < sends_)
        events.message_left(message);
      else
        events.signal_left(message - sends_);
    });
  }

  /// Waiting is possible: everything that is under way can be waited for in MPI, which waits best.
  bool waits_by_mpi() const { return polled_.empty(); }
  Waiting waiting() const { return waiting_; }

  /// Neither messages nor signals are under way.
  bool is_idle() const { return requests_.is_idle() && polled_.empty(); }
  bool is_sending(std::size_t send) const { return requests_.under_way(send); }

  /// A message that has come before its receive was posted: from what rank, and its bytes.
  struct Early {
    int partner;
    std::size_t bytes;
  };
  std::optional<Early> early_message() const;

 private:
  struct Incoming {
    int from;
    SharedChannel* channel = nullptr;   // null: it comes by MPI
    std::size_t wanted = 0;             // bytes
    const std::byte* memory = nullptr;  // of what has a channel and comes by MPI
    std::uint16_t types = 0;            // of its values, or what its channel says
    bool was_started = false;
  };

  template <class Events>
  void arrived(std::size_t message, const std::byte* place, std::size_t bytes, std::uint16_t types,
               Events& events) {
    if (message < receives_)
      events.message_arrived(message, place, bytes, types);
    else
      events.signal_arrived(message - receives_);
  }

  // What has come through memory; what says so there, and comes by MPI, is received now.
  template <class Events>
  void complete_in_memory(Events& events) {
    std::size_t left = 0;
    for (const std::size_t message : polled_) {
      const SharedChannel& channel = *incoming_[message].channel;
      const auto [place, bytes, types] = channel.poll();
      const bool by_mpi = !channel.holds(bytes);
      if (place == nullptr || (by_mpi && follows(message, left)))
        polled_[left++] = message;
      else if (by_mpi)
        start_by_mpi(message, bytes, types);
      else
        arrived(message, place, bytes, types, events);
    }
    polled_.resize(left);
  }

  void change_types(std::uint16_t types, bool by_tags);
  void share_memory(const RankPart& part, const ReplayMemory& memory, std::size_t bytes_per_unit);
  void await(std::size_t message, std::size_t bytes, const std::byte* memory);
  bool follows(std::size_t message, std::size_t polled) const;
  void start_by_mpi(std::size_t message, std::size_t bytes, std::uint16_t types);

  // Signals are messages of 0 bytes, with numbers behind those of data.
  std::size_t sends_, receives_;  // data
  Communicator comm_;
  int tag_, tag_of_data_;
  std::uint16_t types_ = 0;
  bool by_tags_ = false;
  std::vector<std::vector<std::byte>> unexpected_;  // room for messages of other bytes or types, by MPI
  PersistentRequests requests_;                     // of what goes out, then of what comes in
  std::unique_ptr<SharedChannels> channels_;
  std::vector<SharedChannel*> outgoing_;  // by message; null: it goes by MPI
  std::vector<Incoming> incoming_;
  std::vector<std::size_t> polled_;  // whose channels are to say that they have come, or do so by MPI
  Waiting waiting_ = Waiting::by_mpi;
};

}  // namespace partita::detail
