#pragma once
// Some of the ranks, and shares of numbers that tell partitions apart.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <mpi.h>

#include <partita/support/communicator.hpp>
#include <partita/support/random.hpp>
#include <partita/support/types.hpp>

namespace partita::testing_support {

// The first ranks of the world, on these ranks. Collective.
inline std::optional<Communicator> first_ranks(int count) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm some = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank < count ? 0 : MPI_UNDEFINED, 0, &some);
  if (some == MPI_COMM_NULL) return std::nullopt;
  std::optional<Communicator> comm(some);
  MPI_Comm_free(&some);
  return comm;
}

// This rank's share of 0 .. size - 1, in no order. Every other seed leaves rank 0 without any.
inline std::vector<global_index> random_share(const Communicator& comm, global_index size,
                                              std::uint64_t seed) {
  Random random(seed);
  const auto first = static_cast<std::uint32_t>(comm.size() > 1 ? seed % 2 : 0);
  std::vector<global_index> mine;
  for (global_index number = 0; number < size; ++number)
    if (static_cast<int>(first + random.below(static_cast<std::uint32_t>(comm.size()) - first)) ==
        comm.rank())
      mine.push_back(number);
  for (std::size_t k = mine.size(); k > 1; --k)
    std::swap(mine[k - 1], mine[random.below(static_cast<std::uint32_t>(k))]);
  return mine;
}

}  // namespace partita::testing_support
