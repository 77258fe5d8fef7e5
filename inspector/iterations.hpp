#pragma once
/// \file Iterations: the part of a loop that one rank executes.

#include <cstddef>
#include <vector>

#include <partita/inspector/index_list.hpp>
#include <partita/support/types.hpp>

namespace partita::detail {

/// Consecutive iterations of this rank that come from one rank's share.
struct Origin {
  int rank;
  std::size_t begin, end;  ///< among the iterations executed here
  global_index first;  ///< place of the first iteration of that rank's share in the concatenation of shares
};

/// What one rank executes, ascending by place in the concatenation of all ranks' shares.
struct Iterations {
  std::vector<Origin> origins;  ///< ascending by rank
  IndexList places;
  IndexList numbers;                              ///< that the caller gave; none: the places
  std::vector<std::vector<local_index>> indices;  ///< by index array, arity per iteration
};

}  // namespace partita::detail
