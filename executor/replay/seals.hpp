#pragma once
/// \file Checksums that travel with messages, and say on which leg of a journey values have changed.
///
///     field  --pack-->  message  --transport-->  message  --unpack-->  ghosts
///
/// The sender reads the values again when they are packed, and compares them with the message. The checksum
/// of the message travels in its stamp. The receiver compares it with the message that has come, and reads
/// the ghosts again when they are unpacked. So a bit that a node, a link, a compiler or a stray write has
/// changed is found on the leg where it changed. PARTITA_SEAL=1 switches it on.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <partita/executor/replay/memory/replay_memory.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

class Seals {
 public:
  /// Of the replays of this name.
  Seals(const Communicator& comm, std::string name) : comm_(comm), name_(std::move(name)) {}

  /// The seal of a message that has just been packed. If the message has other values than the field, the job
  /// fails.
  std::uint32_t seal(const ReplayMemory& memory, std::size_t send, const std::byte* message,
                     std::size_t bytes);

  /// A message has come with this seal, and has been unpacked. If it has changed, the job fails.
  void check(const ReplayMemory& memory, std::size_t receive, std::uint32_t seal);

 private:
  void fail(const ReplayMemory::End& end, const char* leg, const std::byte* message) const;
  bool differs(const std::byte* message, std::size_t bytes) const;

  Communicator comm_;
  std::string name_;
  std::vector<std::byte> units_;  // read again
};

/// The checksum of a message. Not collective.
std::uint32_t seal_of(const std::byte* message, std::size_t bytes);

}  // namespace partita::detail
