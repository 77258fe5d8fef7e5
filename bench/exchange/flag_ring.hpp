#pragma once
/// \file How far the ranks' cpus are from each other: the time that a flag takes from one to the next.

#include <atomic>
#include <cstdint>

#include <mpi.h>

#include <partita/support/communicator.hpp>

namespace partita::bench {

/// A flag in shared memory for each rank; a number is passed from rank to rank and back to the first. What it
/// takes is two to five times less when the cpus share a cache near to them. Virtual machines move cpus, so
/// it is asked again and again.
///
/// For ranks of one host with a cpu each: a rank waits without yielding.
class FlagRing {
 public:
  explicit FlagRing(const Communicator& comm);  ///< collective
  ~FlagRing();                                  ///< collective
  FlagRing(const FlagRing&) = delete;
  FlagRing& operator=(const FlagRing&) = delete;

  /// Nanoseconds from one rank to the next: mean of many rounds, minimum over several tries. Takes some 20
  /// microseconds. Collective; the same on all ranks.
  double one_way_nanoseconds();

 private:
  using Flag = std::atomic<std::uint64_t>;

  void pass_rounds(int rounds);

  const Communicator comm_;
  MPI_Win window_ = MPI_WIN_NULL;
  Flag* mine_ = nullptr;
  Flag* next_ = nullptr;
  std::uint64_t round_ = 0;
};

}  // namespace partita::bench
