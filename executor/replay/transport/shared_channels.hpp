#pragma once
/// \file The channels of a replay's messages between ranks of one host.

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <partita/executor/replay/transport/shared_channel.hpp>
#include <partita/executor/replay/transport/shared_memory.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// The partner of a message, and for how many bytes its channel has room.
struct MessageEnd {
  static constexpr auto no_channel = static_cast<std::size_t>(-1);  ///< goes by MPI, whatever its bytes

  int partner;
  std::size_t longest;
};

/// A channel for every message between two ranks of a host, which is sent once in every replay. The first
/// message to a partner shares its channel with the first that comes from there, and so on: their ranks swap
/// rooms from replay to replay. Only messages that nothing pairs with go one way.
class SharedChannels {
 public:
  /// Messages from one rank to another come in the same order at both ends. `is_able`: this rank knows how
  /// long its messages are; with one that does not no channel is made, for only MPI can tell. Nor is one made
  /// between ranks to which the system gives no memory to share: SharedMemory keeps what was refused, and
  /// says it once. Uses `tag`. Collective.
  SharedChannels(const Communicator& comm, int tag, std::span<const MessageEnd> sends,
                 std::span<const MessageEnd> receives, bool is_able);
  SharedChannels(const SharedChannels&) = delete;
  SharedChannels& operator=(const SharedChannels&) = delete;
  ~SharedChannels();

  /// The channel of each message; null: it has none.
  const std::vector<SharedChannel*>& of_sends() const { return of_sends_; }
  const std::vector<SharedChannel*>& of_receives() const { return of_receives_; }

  /// No message of this rank has a channel.
  bool empty() const { return channels_.empty(); }

 private:
  // The messages between this rank and another, by their numbers.
  struct Pairs {
    int partner;
    std::vector<std::size_t> sends, receives;
    std::vector<std::size_t> longest;  // by channel
    std::size_t bytes;                 // of all channels
  };

  std::vector<Pairs> pair_up(std::span<const MessageEnd> sends, std::span<const MessageEnd> receives) const;
  bool gives(const Pairs& pairs) const { return comm_.rank() < pairs.partner; }
  void open(const Pairs& pairs, std::byte* memory);

  Communicator comm_;  // keeps the memory
  SharedMemory& memory_;
  bool has_stamps_;
  std::optional<SharedMemory::Block> block_;
  std::deque<SharedChannel> channels_;
  std::function<bool()> in_use_;  // of the block, by the other ends
  std::vector<SharedChannel*> of_sends_, of_receives_;
};

}  // namespace partita::detail
