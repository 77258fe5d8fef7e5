#pragma once
/// \file A message that is sent again and again through memory that two ranks share, and the one that comes
/// back.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <partita/support/stamp.hpp>

namespace partita::detail {

/// One rank's end of a channel: two rooms, each for one message. The sender packs straight into a room, the
/// receiver unpacks from it; neither calls MPI or the other.
///
/// What a message costs is its cache lines that go from core to core: once to the reader, and once back to
/// the next writer. When messages go both ways the second journey is spared: after each exchange the
/// two ranks swap rooms. A rank writes its next message where it has read the last one, in lines that its
/// cache has just got and that are its alone:
///
///                     room 0          room 1
///     message 1       A writes        B writes
///     message 2       B writes        A writes       each in the room it has read
///     message 3       A writes        B writes       ...
///
/// No rank has to say that a room is free. Before a rank sends message n + 1 it has read the other's message
/// n, where it writes now; the other had read message n - 1 from there before it sent its own message n. So
/// ends that send and read by turns, as replays do, need no more; of a message that has no room and goes
/// another way the length is sent, lest one end count ahead of the other. For a message that nothing comes
/// back for, the rooms serve in turn, and the receiver counts in a line of its own what it is done with.
///
/// A room begins with the number of its message, its bytes, and what its values are. The number is written
/// last (release), and read first (acquire): a rank that sees it sees the message. The last two numbers in a
/// room are others: at most n - 1. A short message follows at once, a longer one from the next line on. If a
/// profile is kept, the sender's stamp follows, and all messages begin with the next line.
class SharedChannel {
 public:
  static constexpr std::size_t line = 64;

  /// Which of the two ends. Where messages go one way, `first` is the sender.
  enum class Side : int { first, second };

  /// Bytes of memory for a channel whose messages have at most `longest`: a multiple of a line.
  static constexpr std::size_t size(std::size_t longest, bool has_stamps = false) {
    return line + 2 * room_size(longest, has_stamps);
  }

  /// Makes memory ready, before any end uses it: it begins at a line, and is zero where a message tells of
  /// itself.
  static void clear(std::byte* memory, std::size_t longest, bool has_stamps = false) {
    for (const std::size_t begin : {std::size_t{0}, line, line + room_size(longest, has_stamps)})
      std::memset(memory + begin, 0, line);
  }

  SharedChannel(std::byte* memory, std::size_t longest, Side side, bool both_ways, bool has_stamps = false)
      : memory_(memory),
        longest_(longest),
        side_(static_cast<std::uint64_t>(side)),
        both_ways_(both_ways),
        beside_header_(longest_beside_header(has_stamps)),
        room_size_(room_size(longest, has_stamps)) {}

  /// Whether there is room for a message of this many bytes.
  bool holds(std::size_t bytes) const { return bytes <= longest_; }

  /// Where to write the next message, if there is room for it: aligned to 16 bytes. Null while the receiver
  /// has read neither of the last two; never where messages go both ways.
  std::byte* room_to_send(std::size_t bytes) {
    if (!both_ways_ && sent_ >= done_with_ + 2) {
      done_with_ = receiver_is_done_with().load(std::memory_order_acquire);
      if (sent_ >= done_with_ + 2) return nullptr;
    }
    return payload(room(sent_ + 1 + side_), bytes);
  }

  /// The next message is the one with this stamp.
  void stamp(const Stamp& stamp) { std::memcpy(room(sent_ + 1 + side_) + header, &stamp, sizeof stamp); }

  /// Of the message that has come.
  Stamp stamp() const {
    Stamp stamp;
    std::memcpy(&stamp, room(received_ + 2 - side_) + header, sizeof stamp);
    return stamp;
  }

  /// It has been written, or goes another way. `types`: of its values, see types_of.
  void send(std::size_t bytes, std::uint16_t types = 0) {
    std::byte* const there = room(++sent_ + side_);
    word(there, 1).store(bytes | std::uint64_t{types} << bits_of_bytes, std::memory_order_relaxed);
    word(there, 0).store(sent_, std::memory_order_release);
  }

  /// A message in its room, or the length of one that has no room.
  struct Message {
    const std::byte* place;  ///< null when it has not come
    std::size_t bytes;
    std::uint16_t types;
  };

  /// The next message; it stays where it is until `release`.
  Message poll() const {
    std::byte* const there = room(received_ + 2 - side_);
    if (word(there, 0).load(std::memory_order_acquire) != received_ + 1) return {nullptr, 0, 0};
    const std::uint64_t said = word(there, 1).load(std::memory_order_relaxed);
    const std::size_t bytes = said & ((std::uint64_t{1} << bits_of_bytes) - 1);
    return {payload(there, bytes), bytes, static_cast<std::uint16_t>(said >> bits_of_bytes)};
  }

  /// The message that has come is not read any more, before the next is sent or polled for.
  void release() {
    ++received_;
    if (!both_ways_) receiver_is_done_with().store(received_, std::memory_order_release);
  }

  /// This end will not be used any more; `other_has_left`: the other end will not.
  void leave() { word(memory_, 2 + side_).store(1, std::memory_order_release); }
  bool other_has_left() const { return word(memory_, 3 - side_).load(std::memory_order_acquire) != 0; }

 private:
  using Word = std::atomic_ref<std::uint64_t>;
  static_assert(Word::is_always_lock_free);

  static constexpr std::size_t header = 2 * sizeof(std::uint64_t);
  static constexpr int bits_of_bytes = 48;  // in the second word

  static_assert(header + sizeof(Stamp) <= line);

  static constexpr std::size_t longest_beside_header(bool has_stamps) {
    return has_stamps ? 0 : line - header;
  }
  static constexpr std::size_t room_size(std::size_t longest, bool has_stamps) {
    return longest <= longest_beside_header(has_stamps) ? line : line + (longest + line - 1) / line * line;
  }
  static Word word(std::byte* place, std::size_t which) {
    return Word(reinterpret_cast<std::uint64_t*>(place)[which]);
  }
  std::byte* payload(std::byte* room, std::size_t bytes) const {
    return room + (bytes <= beside_header_ ? header : line);
  }
  std::byte* room(std::uint64_t which) const { return memory_ + line + which % 2 * room_size_; }
  Word receiver_is_done_with() const { return word(memory_, 0); }

  std::byte* memory_;
  std::size_t longest_;
  std::uint64_t side_;
  bool both_ways_;
  std::size_t beside_header_, room_size_;  // bytes
  std::uint64_t sent_ = 0, received_ = 0;  // messages
  std::uint64_t done_with_ = 0;            // the receiver's count when the sender read it last
};

}  // namespace partita::detail
