#pragma once
/// \file Messages and signals of a replay by MPI.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <partita/executor/replay/rules/rank_part.hpp>
#include <partita/executor/replay/transport/carrier.hpp>
#include <partita/executor/replay/transport/persistent_requests.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// Carries every message, by persistent requests. Types are told by tags, if all ranks know them: a message
/// of other types never comes.
class MpiCarrier {
 public:
  /// Collective if there are fragments.
  ///
  /// @param tag       of data; signals have the next
  /// @param fragment  bytes of the fragments in which messages of phased protocols go between hosts; 0: whole
  MpiCarrier(const Communicator& comm, int tag, const RankPart& part, std::size_t fragment);

  bool carries_send(std::size_t) const { return true; }
  bool carries_receive(std::size_t) const { return true; }

  void begin(std::uint16_t types, bool by_tags) {
    if (types != types_) change_types(types, by_tags);
  }

  Started send(std::size_t message, const ReplayMemory& memory, const ReplayMemory::End& end,
               std::size_t bytes) {
    requests_.start(message, tag_of_data_, bytes, memory.packed(end));
    return Started::under_way;
  }
  Started signal(std::size_t message) {
    requests_.start(message, tag_ + 1, 0, nullptr);
    return Started::under_way;
  }

  void await(std::size_t message, const ReplayMemory::End& end) {
    came_with_[message] = types_;
    requests_.start(outgoing_ + message, tag_of_data_, end.bytes, end.place);
  }
  void await_signal(std::size_t message) { requests_.start(outgoing_ + message, tag_ + 1, 0, nullptr); }

  /// Its bytes and types have been told ahead. If they are not those that `end` expects, it gets memory of
  /// its own: MPI may write a message that is too long beyond the memory of its receiver before it says so
  /// (Open MPI 4.1, on one host).
  void await_told(std::size_t message, const ReplayMemory::End* end, std::size_t bytes, std::uint16_t types);

  template <class Arrived, class Left>
  void complete(Until until, Arrived&& arrived, Left&& left) {
    requests_.complete(until, [&](std::size_t message, std::size_t bytes) {
      if (message < outgoing_) return left(message);
      arrived(message - outgoing_, requests_.memory(message), bytes, came_with_[message - outgoing_]);
    });
  }

  bool is_idle() const { return requests_.is_idle(); }
  Waiting waiting() const { return Waiting::by_mpi; }
  bool is_sending(std::size_t message) const { return requests_.under_way(message); }

  /// A message that has come before its receive was started: from what rank, and its bytes.
  struct Early {
    int partner;
    std::size_t bytes;
  };
  std::optional<Early> early_message() const;

 private:
  void change_types(std::uint16_t types, bool by_tags);

  Communicator comm_;
  int tag_, tag_of_data_;
  std::uint16_t types_ = 0;
  bool by_tags_ = false;
  std::size_t outgoing_;  // messages; requests of those that come in stand behind them
  std::vector<std::vector<std::byte>> unexpected_;
  PersistentRequests requests_;
  std::vector<std::uint16_t> came_with_;  // types, by incoming message
};

static_assert(Carrier<MpiCarrier>);

}  // namespace partita::detail
