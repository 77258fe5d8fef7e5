#pragma once
/// \file What moves the messages and signals of a replay.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <partita/executor/plan/transport.hpp>
#include <partita/executor/replay/memory/replay_memory.hpp>
#include <partita/executor/replay/rules/rank_part.hpp>
#include <partita/executor/replay/transport/memory_carrier.hpp>
#include <partita/executor/replay/transport/persistent_requests.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// Types of values that may be the same: some are not known.
constexpr bool may_be_same(std::uint16_t one, std::uint16_t other) {
  return one == other || one == 0 || other == 0;
}

/// The messages and signals of one table, moved in every replay: by persistent requests of MPI, but for those
/// that a carrier takes: through memory that two ranks of one host share. Numbers are those of the RankPart.
/// Not synchronising, but for construction.
///
/// A further means of moving bytes is a Carrier, a member beside `memory_`, and a line beside each use of
/// that.
class ReplayTransport {
 public:
  /// By MPI go all messages of the transport `mpi`. Collective, but by `mpi` without fragments.
  ///
  /// @param tag             of data; signals have the next
  /// @param bytes_per_unit  see MemoryCarrier::share
  /// @param record          of a profile, or null: by MPI a message of its own brings each stamp; its tag
  ///                        follows that of signals
  /// @param seals           null without PARTITA_SEAL
  /// @param fragment        bytes of the fragments in which messages of phased protocols go between hosts; 0:
  ///                        whole
  ReplayTransport(Transport transport, const Communicator& comm, int tag, const RankPart& part,
                  const ReplayMemory& memory, ReplayRecord* record, Seals* seals, std::size_t bytes_per_unit,
                  std::size_t fragment);

  /// The next replay moves values of these types, see types_of. A carrier tells them with each message. By
  /// MPI its tag does, if all ranks know them: there a message of other types never comes.
  void begin(std::uint16_t types, bool by_tags) {
    if (types != types_) change_types(types, by_tags);
  }

  /// Starts receiving messages, and forgets those of the replay before.
  void post(Range receives, const ReplayMemory& memory) {
    for (std::size_t receive = receives.first; receive < receives.last; ++receive) {
      const ReplayMemory::End& end = memory.receives()[receive];
      if (memory_.carries_receive(receive)) {
        memory_.post(receive, end);
      } else {
        came_with_[receive] = types_;
        if (record_ != nullptr) start_stamp(sends_ + receive, record_->of_receive(receive));
        requests_.start(outgoing_ + receive, tag_of_data_, end.bytes, end.place);
      }
    }
  }

  /// @param is_empty  in place of the message one of no bytes
  Started send(std::size_t send, const ReplayMemory& memory, bool is_empty) {
    const ReplayMemory::End& end = memory.sends()[send];
    const std::size_t bytes = is_empty ? 0 : end.bytes;
    if (memory_.carries_send(send))
      if (const Started started = memory_.send(send, memory, end, bytes); started != Started::announced)
        return started;
    const std::byte* const packed = memory.packed(end);
    if (record_ != nullptr && !memory_.carries_send(send)) {
      record_->leaves(send, bytes);
      if (seals_ != nullptr) record_->of_send(send).seal = seals_->seal(memory, send, packed, bytes);
      start_stamp(send, record_->of_send(send));
    }
    requests_.start(send, tag_of_data_, bytes, packed);
    return Started::under_way;
  }

  void post_signal(std::size_t signal) {
    const std::size_t message = receives_ + signal;
    if (memory_.carries_receive(message)) return memory_.post_signal(message);
    requests_.start(outgoing_ + message, tag_ + 1, 0, nullptr);
  }

  /// There is always room.
  Started signal(std::size_t signal) {
    const std::size_t message = sends_ + signal;
    if (memory_.carries_send(message)) {
      memory_.signal(message);
      return Started::left;
    }
    requests_.start(message, tag_ + 1, 0, nullptr);
    return Started::under_way;
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
    memory_.complete(arrived, [&](auto... announced) { post_announced(announced...); });
    requests_.complete(until, [&](std::size_t message, std::size_t bytes) {
      if (message >= stamps_)
        return;
      else if (message >= outgoing_)
        arrived(message - outgoing_, requests_.memory(message), bytes, came_with_[message - outgoing_]);
      else if (message < sends_)
        events.message_left(message);
      else
        events.signal_left(message - sends_);
    });
  }

  /// Everything that is under way can be waited for in MPI, which waits best.
  bool waits_by_mpi() const { return memory_.is_idle(); }
  Waiting waiting() const { return memory_.waiting(); }

  /// Neither messages nor signals are under way.
  bool is_idle() const { return requests_.is_idle() && memory_.is_idle(); }
  bool is_sending(std::size_t send) const { return requests_.under_way(send); }

  /// A message that has come before its receive was posted: from what rank, and its bytes.
  struct Early {
    int partner;
    std::size_t bytes;
  };
  std::optional<Early> early_message() const;

 private:
  void change_types(std::uint16_t types, bool by_tags);
  void post_announced(std::size_t message, const ReplayMemory::End* end, std::size_t bytes,
                      std::uint16_t types);

  void start_stamp(std::size_t message, const Stamp& place) {
    requests_.start(stamps_ + message, tag_ + 2, sizeof(Stamp), reinterpret_cast<const std::byte*>(&place));
  }

  std::size_t sends_, receives_;  // data
  std::size_t outgoing_;          // messages; requests of those that come in stand behind them
  std::size_t stamps_;            // messages before those of stamps, of which there is one for each of data
  ReplayRecord* record_;
  Seals* seals_;
  Communicator comm_;
  int tag_, tag_of_data_;
  std::uint16_t types_ = 0;
  bool by_tags_ = false;
  std::vector<std::vector<std::byte>> unexpected_;  // room for messages of other bytes or types
  PersistentRequests requests_;
  std::vector<std::uint16_t> came_with_;  // types, by incoming message
  MemoryCarrier memory_;
};

}  // namespace partita::detail
