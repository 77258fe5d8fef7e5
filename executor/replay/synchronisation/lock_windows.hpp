#pragma once
/// \file Words on every rank that all ranks may compare and swap.

#include <cstddef>
#include <cstdint>
#include <vector>

#include <mpi.h>

#include <partita/support/common_clock.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// Sets a word of a rank's to `desired` if it is `expected`.
struct CompareAndSwap {
  int rank;
  std::size_t word;
  std::uint64_t expected, desired;
  std::uint64_t found = 0;  ///< what it was, when it is complete
};

/// As many words on each rank as are wanted at once, in windows of MPI, and a clock for the times in them.
/// One for each Communicator.
///
/// Where all ranks share a host the windows are shared memory: Open MPI 4.1 ends the program in
/// MPI_Compare_and_swap on other windows there, if ranks copy from each other's memory. Between hosts it
/// makes such windows over TCP only if it is told to, and works then.
class LockWindows {
 public:
  static constexpr std::uint64_t closed = ~std::uint64_t{0};  ///< words that no rank uses

  /// That of a communicator, as long as the last copy of it lives. Collective.
  static LockWindows& of(const Communicator& comm);

  explicit LockWindows(const Communicator& comm);
  LockWindows(const LockWindows&) = delete;
  LockWindows& operator=(const LockWindows&) = delete;
  ~LockWindows();

  /// The lowest word that no rank uses. Collective. Throws CollectiveError when MPI makes no window on some
  /// rank.
  std::size_t reserve();

  /// Gives back a word, closed, of this rank's; it is reserved again when all ranks have given it back.
  void release(std::size_t word) { unused_[word / 64] |= bit(word); }

  /// Seconds of the ranks' common clock.
  double now() const { return clock_.seconds(); }

  /// Begins one, which must not move or change until it is complete; not before need MPI do it.
  void start(CompareAndSwap& swap);

  /// Waits for the answer of all that this rank has begun at the same rank.
  void complete(const CompareAndSwap& swap);

 private:
  static constexpr std::size_t words = 512;  // of a window
  static std::uint64_t bit(std::size_t word) { return std::uint64_t{1} << (word % 64); }

  void add_window();

  MPI_Comm comm_;  // no copy of the Communicator, which would never end
  CommonClock clock_;
  bool one_host_;
  std::vector<MPI_Win> windows_;
  std::vector<std::uint64_t> unused_;  // by this rank; 64 words each
};

}  // namespace partita::detail
