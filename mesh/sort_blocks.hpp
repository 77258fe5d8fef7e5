#pragma once
/// \file A parallel sort in which no rank knows more of the others than one block.

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include <mpi.h>

#include <partita/support/byte_block.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/tags.hpp>
#include <partita/support/time_limits.hpp>

namespace partita::mesh {

/// A rank's part in a sorting network: in each step some pairs of ranks compare what they have.
struct Comparison {
  int partner;
  bool keeps_lower;  ///< this rank is the lower one of the pair, and keeps the smaller values
};

/// The steps of Batcher's merge exchange, for any number of ranks: L (L + 1) / 2 of them with
/// L = ceil(log2(ranks)). In a step without a comparison the rank does nothing.
///
/// Batcher, "Sorting networks and their applications", AFIPS Spring Joint Computer Conference 32, 1968.
/// Knuth, "The Art of Computer Programming", volume 3, section 5.2.2, algorithm M.
inline std::vector<std::optional<Comparison>> merge_exchange(int rank, int ranks) {
  std::vector<std::optional<Comparison>> steps;
  if (ranks < 2) return steps;
  const int highest = static_cast<int>(std::bit_ceil(static_cast<unsigned>(ranks))) / 2;
  for (int p = highest; p > 0; p /= 2)
    for (int q = highest, r = 0, distance = p;; distance = q - p, q /= 2, r = p) {
      const auto is_lower = [&](int one) { return (one & p) == r; };
      if (rank + distance < ranks && is_lower(rank))
        steps.push_back(Comparison{rank + distance, true});
      else if (rank >= distance && is_lower(rank - distance))
        steps.push_back(Comparison{rank - distance, false});
      else
        steps.push_back(std::nullopt);
      if (q == p) break;
    }
  return steps;
}

/// Sorts the values of all ranks: afterwards each rank has a block of the same length, ascending, and none of
/// its values is greater than one of the next rank.
///
/// A sorting network for single values sorts blocks too, if a comparison merges two blocks and leaves the
/// lower half on the lower rank: Baudet, Stevenson, "Optimal sorting algorithms for parallel computers", IEEE
/// Trans. Comput. C-27, 1978. Memory for three blocks; each step sends at most one block.
///
/// @param block  as many values on every rank
/// Collective.
template <class T>
void sort_blocks(const Communicator& comm, std::vector<T>& block) {
  std::ranges::sort(block);
  const detail::Tags tags(comm, 1);
  const int tag = tags.first();
  std::vector<T> theirs(block.size()), kept(block.size());
  const ByteBlock bytes(block.size() * sizeof(T));
  for (const auto& comparison : merge_exchange(comm.rank(), comm.size())) {
    if (!comparison) continue;
    const BlockingWait waits(comm.handle(), "for another rank in a sort");
    MPI_Sendrecv(block.data(), bytes.count(), bytes.type(), comparison->partner, tag, theirs.data(),
                 bytes.count(), bytes.type(), comparison->partner, tag, comm.handle(), MPI_STATUS_IGNORE);
    if (comparison->keeps_lower) {
      auto mine = block.begin(), other = theirs.begin();
      for (T& next : kept) next = *other < *mine ? *other++ : *mine++;
    } else {
      auto mine = block.rbegin(), other = theirs.rbegin();
      for (auto next = kept.rbegin(); next != kept.rend(); ++next)
        *next = *mine < *other ? *other++ : *mine++;
    }
    std::swap(block, kept);
  }
}

}  // namespace partita::mesh
