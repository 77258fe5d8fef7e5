#pragma once
/// \file What moves the messages and signals of a replay: a carrier for each.

#include <cstddef>
#include <cstdint>
#include <optional>

#include <partita/executor/plan/transport.hpp>
#include <partita/executor/replay/transport/memory_carrier.hpp>
#include <partita/executor/replay/transport/mpi_carrier.hpp>

namespace partita::detail {

/// The messages and signals of one table, moved in every replay, each by the first carrier that carries it:
/// through memory that two ranks of one host share, else by MPI. Numbers are those of the RankPart. Not
/// synchronising, but for construction.
///
/// A further means of moving bytes is a class like MemoryCarrier (see Carrier), and one more line in
/// `by_carrier_of_send`, `by_carrier_of_receive` and `for_each_carrier`.
class ReplayTransport {
 public:
  /// By MPI go all messages of the transport `mpi`. Collective, but by `mpi` without fragments.
  ///
  /// @param tag             of data; signals have the next
  /// @param bytes_per_unit  see MemoryCarrier::share
  /// @param fragment        see MpiCarrier
  ReplayTransport(Transport transport, const Communicator& comm, int tag, const RankPart& part,
                  const ReplayMemory& memory, std::size_t bytes_per_unit, std::size_t fragment)
      : sends_(part.sends.size()),
        receives_(part.receives.size()),
        mpi_(comm, tag, part, fragment),
        memory_(mpi_, part) {
    if (transport != Transport::mpi) memory_.share(comm, tag, part, memory, bytes_per_unit);
  }
  ReplayTransport(const ReplayTransport&) = delete;
  ReplayTransport& operator=(const ReplayTransport&) = delete;

  /// The next replay moves values of these types, see types_of.
  void begin(std::uint16_t types, bool by_tags) {
    for_each_carrier([&](auto& carrier) { carrier.begin(types, by_tags); });
  }

  /// Starts receiving messages, and forgets those of the replay before.
  void post(Range receives, const ReplayMemory& memory) {
    for (std::size_t receive = receives.first; receive < receives.last; ++receive)
      by_carrier_of_receive(receive,
                            [&](auto& carrier) { carrier.await(receive, memory.receives()[receive]); });
  }
  void await_signal(std::size_t signal) {
    const std::size_t message = receives_ + signal;
    by_carrier_of_receive(message, [&](auto& carrier) { carrier.await_signal(message); });
  }

  /// @param is_empty  in place of the message one of no bytes
  Started send(std::size_t send, const ReplayMemory& memory, bool is_empty) {
    const ReplayMemory::End& end = memory.sends()[send];
    return by_carrier_of_send(
        send, [&](auto& carrier) { return carrier.send(send, memory, end, is_empty ? 0 : end.bytes); });
  }
  /// There is always room.
  Started signal(std::size_t signal) {
    const std::size_t message = sends_ + signal;
    return by_carrier_of_send(message, [&](auto& carrier) { return carrier.signal(message); });
  }

  /// Tells `events` what has come since: message_arrived(receive, message, bytes, types), where the message
  /// stays until its receive is posted again, and signal_arrived(signal); and what has left:
  /// message_left(send), signal_left(signal).
  template <class Events>
  void complete(Until until, Events& events) {
    const auto arrived = [&](std::size_t message, const std::byte* place, std::size_t bytes,
                             std::uint16_t types) {
      if (message < receives_)
        events.message_arrived(message, place, bytes, types);
      else
        events.signal_arrived(message - receives_);
    };
    const auto left = [&](std::size_t message) {
      if (message < sends_)
        events.message_left(message);
      else
        events.signal_left(message - sends_);
    };
    for_each_carrier([&](auto& carrier) { carrier.complete(until, arrived, left); });
  }

  /// Everything that is under way can be waited for in MPI, which waits best.
  bool waits_by_mpi() const { return memory_.is_idle(); }
  Waiting waiting() const { return memory_.waiting(); }

  /// Neither messages nor signals are under way.
  bool is_idle() const { return mpi_.is_idle() && memory_.is_idle(); }
  bool is_sending(std::size_t send) const { return mpi_.is_sending(send); }

  /// See MpiCarrier.
  auto early_message() const { return mpi_.early_message(); }

 private:
  template <class Use>
  Started by_carrier_of_send(std::size_t message, Use&& use) {
    if (memory_.carries_send(message)) return use(memory_);
    return use(mpi_);
  }
  template <class Use>
  void by_carrier_of_receive(std::size_t message, Use&& use) {
    if (memory_.carries_receive(message)) return use(memory_);
    use(mpi_);
  }
  // MPI last: others may leave messages to it when they complete.
  template <class Use>
  void for_each_carrier(Use&& use) {
    use(memory_);
    use(mpi_);
  }

  std::size_t sends_, receives_;  // data
  MpiCarrier mpi_;
  MemoryCarrier memory_;
};

}  // namespace partita::detail
