#pragma once
/// \file What moves the messages and signals of a replay.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include <partita/executor/memory/replay_memory.hpp>
#include <partita/executor/rules/rank_part.hpp>
#include <partita/executor/transport.hpp>
#include <partita/executor/transport/messages.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/tags.hpp>

namespace partita::detail {

/// How a rank waits; see Patience.
enum class Waiting {
  by_mpi,  ///< MPI polls, and does between two polls what it does
  polls,   ///< polls memory: each rank has a processor of its own
  yields   ///< polls memory, and leaves the processor to other ranks between two polls
};

/// The messages and signals of one table, moved in every replay: each by itself, through memory that two
/// ranks of one host share, else by MPI. Numbers are those of the RankPart. Not synchronising, but for
/// construction.
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
  /// @throws CollectiveError if the transport is `shared` and two partners of a message are on different
  /// hosts
  ReplayTransport(Transport transport, const Communicator& comm, int tag, const RankPart& part,
                  const ReplayMemory& memory, std::size_t bytes_per_unit, std::size_t fragment);

  /// The next replay moves values of these types, see types_of. Where memory is shared, they go with each
  /// message. By MPI its tag tells them, if all ranks know them: there a message of other types never comes.
  void begin(std::uint16_t types, bool by_tags) {
    if (types == types_) return;
    types_ = types;
    const int tag = by_tags ? tag_of_types(comm_, tag_, types) : tag_;
    sending_.requests().use_tag(tag);
    receiving_.use(types, tag);
  }

  /// Starts receiving a message, and forgets the one of the replay before.
  void post(std::size_t receive, ReplayMemory& memory);

  enum class Started {
    refused,    ///< there is no room now: ask again
    under_way,  ///< `message_left` says when its memory may be changed again
    left        ///< it may be now
  };
  Started send(std::size_t send, ReplayMemory& memory);

  void await_signal(std::size_t signal);

  /// True when it has left, else `signal_left` says when. There is always room: a signal is answered, by the
  /// message that it invites or by the partner's own signal, and the partner that answers has read the one
  /// before.
  bool signal(std::size_t signal);

  /// Tells `events` what has come and left since: message_arrived(receive, message, bytes, types), where the
  /// message stays until its receive is posted again, message_left(send), signal_arrived(signal),
  /// signal_left(signal). If `waits`, waits until everything under way is complete.
  template <class Events>
  void complete(bool waits, Events& events) {
    receiving_.complete(
        waits, [&](std::size_t receive, const std::byte* message, std::size_t bytes, std::uint16_t types) {
          events.message_arrived(receive, message, bytes, types);
        });
    sending_.complete(waits, [&](std::size_t send) { events.message_left(send); });
    signalling_.complete(waits, [&](std::size_t signal) { events.signal_left(signal); });
    signalled_.complete(waits, [&](std::size_t signal, auto&&...) { events.signal_arrived(signal); });
  }

  /// `complete` may wait: everything that is under way can be waited for in MPI, which waits best.
  bool waits_by_mpi() const { return receiving_.by_mpi_alone() && signalled_.by_mpi_alone(); }
  Waiting waiting() const { return waiting_; }

  /// Neither messages nor signals are under way.
  bool is_idle() const;
  bool is_sending(std::size_t send) const { return sending_.under_way(send); }

  /// A message that has come before its receive was posted: from what rank, and its bytes.
  struct Early {
    int partner;
    std::size_t bytes;
  };
  std::optional<Early> early_message() const;

 private:
  void share_memory(const RankPart& part, const ReplayMemory& memory, std::size_t bytes_per_unit);

  Communicator comm_;
  int tag_;
  std::uint16_t types_ = 0;
  Sends sending_, signalling_;
  Receives receiving_, signalled_;
  std::unique_ptr<SharedChannels> channels_;  // of data, then signals
  Waiting waiting_ = Waiting::by_mpi;
};

}  // namespace partita::detail
