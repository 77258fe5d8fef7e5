#pragma once
/// \file The distance of the ranks' cpus: the time that a flag takes from one to the next.

#include <atomic>
#include <cstdint>

#include <mpi.h>

#include <partita/support/communicator.hpp>

namespace partita::bench {

/// A flag in shared memory for each rank. A number passes from rank to rank and back to the first. The time
/// is two to five times shorter if the cpus share a near cache. Virtual machines move cpus, so callers
/// measure repeatedly.
///
/// For ranks of one host with a cpu each: a rank waits without yielding.
class FlagRing {
 public:
  explicit FlagRing(const Communicator& comm);  ///< collective
  ~FlagRing();                                  ///< collective
  FlagRing(const FlagRing&) = delete;
  FlagRing& operator=(const FlagRing&) = delete;

  /// Nanoseconds from one rank to the next: mean of many rounds, minimum over several tries. Takes about 20
  /// microseconds. Collective; the result is the same on all ranks.
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
