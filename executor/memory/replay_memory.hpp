#pragma once
/// \file Where the units of a replay's messages lie, and how they get into messages and out of them.

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <partita/executor/memory/records.hpp>
#include <partita/executor/rules/stage_begins.hpp>

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
    const std::byte* in_place = nullptr;  ///< of a receive: where it comes by MPI, if its units lie so
  };

  explicit ReplayMemory(Layouts layouts);

  const std::vector<End>& sends() const { return sends_; }
  const std::vector<End>& receives() const { return receives_; }

  /// Some units leave from, or belong into, buffers of this rank: it knows how many bytes they have.
  bool has_own_units() const { return has_own_units_; }

  /// The next replay. With no buffers to receive into, this rank's own units are left in their messages. The
  /// buffers are not copied: they must stay until it ends.
  void begin(std::span<const Records> send_from, std::span<const Records> receive_into,
             std::size_t bytes_per_unit) {
    send_from_ = send_from;
    receive_into_ = receive_into;
    leaves_ = receive_into.empty();
    if (bytes_per_unit_ != bytes_per_unit || !memory_) set_bytes(bytes_per_unit);
  }

  /// Sets them anew, for a rank that learns only now how long its units are.
  void set_bytes(std::size_t bytes_per_unit);

  /// The memory of its own, which MPI may use longer than this object is there. No replay may follow.
  std::unique_ptr<std::byte[]> give_up() { return std::move(memory_); }

  std::size_t bytes(const End& end) const { return end.length * bytes_per_unit_; }

  /// Copies a message together.
  void pack(const End& send, std::byte* message) const;

  /// Where the message is to be sent from; packs it there if need be.
  const std::byte* packed(const End& send);

  /// Where it is to be received, before it is `unpack`ed from there.
  std::byte* room(std::size_t receive) {
    End& end = receives_[receive];
    std::byte* const place = in_place(end, receive_into_);
    end.in_place = place;
    return place != nullptr ? place : own(end.packing);
  }

  /// Takes apart a message that has come, unless its units are where they belong, or are left.
  void unpack(std::size_t receive, const std::byte* message);

  /// Calls use(delivery, where its units lie) for all units of this rank's own, ascending by where they
  /// belong. After a replay that left them in their messages, until the next. Messages begin at multiples of
  /// 16 bytes, so a unit is aligned to any smaller power of two that divides its bytes.
  template <class Use>
  void for_each_delivery(Use&& use) const {
    for (const Delivery& delivery : deliveries_)
      use(delivery, messages_[delivery.receive] + delivery.offset * bytes_per_unit_);
  }

 private:
  std::vector<End> ends(std::vector<Layout> layouts);
  std::byte* own(std::size_t unit) const { return memory_.get() + unit * bytes_per_unit_; }

  // Where all units of the end lie as in its message; null when they do not.
  std::byte* in_place(const End& end, std::span<const Records> buffers) const {
    if (end.layout.blocks.size() != 1) return nullptr;
    const Block& block = end.layout.blocks.front();
    if (block.buffer == relay_buffer) return own(block.first);
    return buffers.empty() ? nullptr : buffers[block.buffer].in_place(block.first);
  }

  std::size_t units_;  // of the own memory: what is relayed, then what is packed
  bool has_own_units_ = false;
  std::vector<End> sends_, receives_;
  std::vector<Delivery> deliveries_;
  std::size_t size_ = 0;  // bytes; grows at first use and is then kept
  std::unique_ptr<std::byte[]> memory_;

  // Of this replay.
  std::span<const Records> send_from_, receive_into_;
  std::size_t bytes_per_unit_ = 0;
  bool leaves_ = false;
  std::vector<const std::byte*> messages_;  // those that have come, by receive
};

}  // namespace partita::detail
