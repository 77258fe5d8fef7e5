#pragma once
/// \file Checksums that travel with messages, and say on which leg of a journey values have changed.
///
///     field  --packed-->  message  --travelled-->  message  --unpacked-->  ghosts
///
/// The sender reads the values again when they are packed, and compares them with the message. The checksum
/// of the message travels in its stamp. The receiver compares it with the message that has come, and reads
/// the ghosts again when they are unpacked. So a bit that a node, a link, a compiler or a stray write has
/// changed is found on the leg where it changed. PARTITA_SEAL=1 switches it on.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <partita/executor/replay/memory/replay_memory.hpp>

namespace partita::detail {

/// Of the replays of one table.
class Seals {
 public:
  /// The checksum of a message that has just been packed.
  std::uint32_t seal(const ReplayMemory& memory, std::size_t send, const std::byte* message,
                     std::size_t bytes);

  /// A message has come with this checksum, and has been unpacked.
  void check(const ReplayMemory& memory, std::size_t receive, std::uint32_t seal);

  /// The first change that has been found: "values from rank 2 changed while they travelled, in phase 0".
  /// Empty: none.
  const std::string& found() const { return found_; }

 private:
  enum class Leg { packed, travelled, unpacked };
  void compare(const ReplayMemory::End& end, Leg leg, const std::byte* message, std::size_t bytes);
  void find(const ReplayMemory::End& end, Leg leg, const std::string& where);

  std::vector<std::byte> units_;  // read again
  std::string found_;
};

}  // namespace partita::detail
