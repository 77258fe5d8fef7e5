#pragma once
/// \file Where the units of a replay's messages lie, and how they get into messages and out of them.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <partita/executor/replay/memory/records.hpp>
#include <partita/executor/replay/rules/stage_begins.hpp>

namespace partita::detail {

/// Units that lie side by side in memory.
struct Block {
  std::size_t first;       ///< in units from the start of the buffer
  std::size_t length;      ///< in units
  std::size_t buffer = 0;  ///< of those that a replay is given, or `relay_buffer`
};

/// The replay's own memory, for units that are received to be sent on.
inline constexpr auto relay_buffer = static_cast<std::size_t>(-1);

/// Units of a message that have a second place.
struct SecondPlace {
  std::size_t offset;  ///< in the message, after that many units
  Block block;
};

/// One end of a message: the units of its blocks, one after the other.
struct Layout {
  int phase;
  int partner;
  std::vector<Block> blocks;
  std::vector<SecondPlace> copies = {};  ///< of a receive
};

/// All of one rank. Both lists ascend by phase; what is sent from the relay memory was received into it in an
/// earlier phase.
struct Layouts {
  int phases = 0;  ///< of the schedule
  std::vector<Layout> sends;
  std::vector<Layout> receives;
  std::vector<Relayed> relayed = {};  ///< by which the stages are found
};

/// Units of this rank's own that have arrived, as they lie in their message.
struct Delivery {
  std::size_t buffer, first;  ///< where they belong
  std::size_t length;
  std::size_t receive, offset;  ///< in which message they come, after how many others
};

/// The memory of one replay after the other. A message leaves from, or arrives, where its units lie when they
/// lie as in the message; else it is packed, in memory of the replay's own or wherever the transport wants.
/// It is copied to second places when it has arrived.
class ReplayMemory {
 public:
  /// A layout, and what follows from it.
  struct End {
    Layout layout;
    std::size_t length;   ///< in units
    std::size_t packing;  ///< unit of the own memory from which on it may be packed
    bool relays;

    // Of the replays from and into the same memory.
    std::size_t bytes = 0;       ///< of the message
    std::byte* place = nullptr;  ///< where it leaves from, or comes, by MPI
    bool is_in_place = false;    ///< its units lie there, else they are packed there
  };

  explicit ReplayMemory(Layouts layouts);

  const std::vector<End>& sends() const { return sends_; }
  const std::vector<End>& receives() const { return receives_; }

  /// Some units leave from, or belong into, buffers of this rank: it knows how many bytes they have.
  bool has_own_units() const { return has_own_units_; }

  /// The next replay. With no buffers to receive into, this rank's own units are left in their messages.
  void begin(std::span<const Records> send_from, std::span<const Records> receive_into,
             std::size_t bytes_per_unit) {
    if (bytes_per_unit_ == bytes_per_unit && memory_ && std::ranges::equal(send_from, send_from_) &&
        std::ranges::equal(receive_into, receive_into_))
      return;
    send_from_.assign(send_from.begin(), send_from.end());
    receive_into_.assign(receive_into.begin(), receive_into.end());
    set_bytes(bytes_per_unit);
  }

  /// Sets them anew, for a rank that learns only now how long its units are.
  void set_bytes(std::size_t bytes_per_unit);

  /// The memory of its own, which MPI may use longer than this object is there. No replay may follow.
  std::unique_ptr<std::byte[]> give_up() { return std::move(memory_); }

  /// Copies a message together.
  void pack(const End& send, std::byte* message) const;

  /// Where the message is to be sent from; packs it there if need be.
  const std::byte* packed(const End& send) const {
    if (!send.is_in_place) pack(send, send.place);
    return send.place;
  }

  /// Takes apart a message that has come, unless its units are where they belong, or are left.
  void unpack(std::size_t receive, const std::byte* message) {
    const End& end = receives_[receive];
    messages_[receive] = message;
    const bool are_there = end.is_in_place && message == end.place && end.layout.copies.empty();
    const bool are_left = receive_into_.empty() && !end.relays;
    if (!are_there && !are_left) take_apart(end, message);
  }

  /// Reads units together again, as they lie where they are sent from, or have come to. @param message  has
  /// room
  void read_sent(const End& send, std::byte* message) const { pack(send, message); }
  void read_received(const End& receive, std::byte* message) const {
    gather(receive, receive_into_, message);
  }

  /// The message that has come last, and its bytes.
  std::pair<const std::byte*, std::size_t> message(std::size_t receive) const {
    return {messages_[receive], receives_[receive].bytes};
  }
  /// Whether its units are copied to where they belong. With no buffers to receive into, own units stay in
  /// it.
  bool unpacks(const End& end, const std::byte* message) const {
    return !(end.is_in_place && message == end.place) && !receive_into_.empty();
  }

  /// Calls use(delivery, where its units lie) for all units of this rank's own, ascending by where they
  /// belong. After a replay that left them in their messages, until the next. Messages begin at multiples of
  /// 16 bytes, so a unit is aligned to any smaller power of two that divides its bytes.
  template <class Use>
  void for_each_delivery(Use&& use) const {
    for (const Delivery& delivery : deliveries_)
      use(delivery, messages_[delivery.receive] + delivery.offset * bytes_per_unit_);
  }

 private:
  void gather(const End& end, const std::vector<Records>& buffers, std::byte* message) const;
  void take_apart(const End& receive, const std::byte* message) const;
  std::vector<End> ends(std::vector<Layout> layouts);
  std::byte* own(std::size_t unit) const { return memory_.get() + unit * bytes_per_unit_; }

  void find_places(std::vector<End>& ends, const std::vector<Records>& buffers) const;
  std::byte* in_place(const std::vector<Block>& blocks, const std::vector<Records>& buffers) const;

  std::size_t units_;  // of the own memory: what is relayed, then what is packed
  bool has_own_units_ = false;
  std::vector<End> sends_, receives_;
  std::vector<Delivery> deliveries_;
  std::size_t size_ = 0;  // bytes; grows at first use and is then kept
  std::unique_ptr<std::byte[]> memory_;

  // Of this replay.
  std::vector<Records> send_from_, receive_into_;
  std::size_t bytes_per_unit_ = 0;
  std::vector<const std::byte*> messages_;  // those that have come, by receive
};

}  // namespace partita::detail
