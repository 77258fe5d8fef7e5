#pragma once
/// \file A file that lies in memory and has no name, which processes of one host share.

#include <cstddef>
#include <cstdint>

namespace partita::detail {

/// A file of Linux's memfd_create, mapped as long as this object lives. Its pages are those of the host's
/// memory, as all others are, so it needs no room in /dev/shm, and nothing is left of it when its processes
/// have ended. Windows of MPI need room there: where it is full, the system ends a program that touches its
/// window (SIGBUS).
class MemoryFile {
 public:
  /// How another process finds the file, while the object that has made it lives.
  struct Address {
    int process, descriptor;
    std::uint64_t number;  ///< of the file, on this system
    std::size_t bytes;
  };

  /// A new one of this many bytes, all of them 0. @throws Error if the system makes none
  explicit MemoryFile(std::size_t bytes);

  /// One of another process, or of this one. @throws Error if the system does not let this process have it
  explicit MemoryFile(const Address& address);

  MemoryFile(MemoryFile&& other) noexcept;
  MemoryFile& operator=(MemoryFile&&) = delete;
  ~MemoryFile();

  const Address& address() const { return address_; }

  /// Begins with a page.
  std::byte* memory() const { return memory_; }

 private:
  MemoryFile() = default;
  void map();

  Address address_{};
  int descriptor_ = -1;
  std::byte* memory_ = nullptr;
};

}  // namespace partita::detail
