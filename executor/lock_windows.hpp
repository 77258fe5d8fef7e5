#pragma once
/// \file Words on every rank that all ranks may compare and swap.

#include <cstddef>
#include <cstdint>
#include <vector>

#include <mpi.h>

#include <partita/support/communicator.hpp>

namespace partita {

/// As many words on each rank as are wanted at once, in windows of MPI. One for each Communicator.
///
/// Where all ranks share a host the windows are shared memory: Open MPI 4.1 ends the program in
/// MPI_Compare_and_swap on other windows there.
class LockWindows {
 public:
  static constexpr std::uint64_t closed = ~std::uint64_t{0};  ///< words that nobody uses

  /// That of a communicator, as long as the last copy of it lives. Not synchronising.
  static LockWindows& of(const Communicator& comm);

  explicit LockWindows(MPI_Comm comm);
  LockWindows(const LockWindows&) = delete;
  LockWindows& operator=(const LockWindows&) = delete;
  ~LockWindows();

  /// The lowest word that no rank uses. Collective. Throws CollectiveError when MPI makes no windows between
  /// these hosts.
  std::size_t reserve();

  /// Gives back a word, closed, of this rank's; it is reserved again when all ranks have given it back.
  void release(std::size_t word) { unused_[word / 64] |= bit(word); }

  /// Sets `rank`'s word to `desired` if it is `expected`; returns what it was. Waits for the answer.
  std::uint64_t compare_and_swap(int rank, std::size_t word, std::uint64_t expected, std::uint64_t desired);

 private:
  static constexpr std::size_t words = 512;  // of a window
  static std::uint64_t bit(std::size_t word) { return std::uint64_t{1} << (word % 64); }

  void add_window();

  MPI_Comm comm_;
  bool one_host_ = false;
  std::vector<MPI_Win> windows_;
  std::vector<std::uint64_t> unused_;  // by this rank; 64 words each
};

}  // namespace partita
