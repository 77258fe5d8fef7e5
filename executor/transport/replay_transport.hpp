#pragma once
/// \file What moves the messages and signals of a replay: the one interface between Replay and transports.
///
/// To add a transport: a pair of files with a class that implements ReplayTransport, a row in the table of
/// Transport (executor/transport.hpp), and a case in make_transport.cpp.

#include <cstddef>
#include <memory>
#include <optional>

#include <partita/executor/memory/replay_memory.hpp>
#include <partita/executor/rules/rank_part.hpp>
#include <partita/executor/transport.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// What a transport tells the replay while it is polled. Numbers are those of the RankPart.
class TransportEvents {
 public:
  /// The message stays where it is until its receive is posted again.
  virtual void message_arrived(std::size_t receive, const std::byte* message, std::size_t bytes) = 0;
  virtual void message_left(std::size_t send) = 0;
  virtual void signal_arrived(std::size_t signal) = 0;
  virtual void signal_left(std::size_t signal) = 0;

 protected:
  TransportEvents() = default;
  TransportEvents(const TransportEvents&) = default;
  TransportEvents& operator=(const TransportEvents&) = default;
  ~TransportEvents() = default;
};

/// How a rank waits; see Patience.
enum class Waiting {
  by_mpi,  ///< MPI polls, and does between two polls what it does
  polls,   ///< polls memory: each rank has a processor of its own
  yields   ///< polls memory, and leaves the processor to other ranks between two polls
};

/// The messages of one table, moved in every replay. Not synchronising, but for construction.
class ReplayTransport {
 public:
  ReplayTransport() = default;
  ReplayTransport(const ReplayTransport&) = delete;
  ReplayTransport& operator=(const ReplayTransport&) = delete;
  virtual ~ReplayTransport() = default;

  /// Starts receiving a message, and forgets the one of the replay before.
  virtual void post(std::size_t receive, ReplayMemory& memory) = 0;

  enum class Started {
    refused,    ///< there is no room now: ask again
    under_way,  ///< `message_left` says when its memory may be changed again
    left        ///< it may be now
  };
  virtual Started send(std::size_t send, ReplayMemory& memory) = 0;

  virtual void await_signal(std::size_t signal) = 0;

  /// True when it has left, else `signal_left` says when. There is always room: a signal is answered, by the
  /// message that it invites or by the partner's own signal, and the partner that answers has read the one
  /// before.
  virtual bool signal(std::size_t signal) = 0;

  /// The replay has begun: whatever can be started without waiting was.
  virtual void begun() {}

  /// Tells `events` what has come and left since. If `waits`, waits until everything under way is complete.
  virtual void complete(bool waits, TransportEvents& events) = 0;

  /// `complete` may wait: everything that is under way can be waited for in MPI, which waits best.
  virtual bool waits_by_mpi() const = 0;

  virtual Waiting waiting() const { return Waiting::by_mpi; }

  /// Neither messages nor signals are under way.
  virtual bool is_idle() const = 0;
  virtual bool is_sending(std::size_t send) const = 0;

  /// In sentences, when no message of this rank is awaited: "signals".
  virtual const char* rest() const = 0;

  /// A message that has come before its receive was posted: from what rank, and its bytes.
  struct Early {
    int partner;
    std::size_t bytes;
  };
  virtual std::optional<Early> early_message() const { return std::nullopt; }
};

/// The transport of a replay. Uses `tag` and the one after it. Collective, but by `mpi` without fragments.
///
/// @param bytes_per_unit  at most, of messages through shared memory; 0: not known
/// @param fragment        bytes of fragments, of phased protocols between hosts (see Fragments); 0: none
/// @throws CollectiveError when the transport cannot move these messages
std::unique_ptr<ReplayTransport> make_transport(Transport transport, const Communicator& comm, int tag,
                                                const RankPart& part, const ReplayMemory& memory,
                                                std::size_t bytes_per_unit, std::size_t fragment);

}  // namespace partita::detail
