#pragma once
/// \file Iterations: the part of a loop that one rank executes.

#include <cstddef>
#include <vector>

#include <partita/inspector/index_list.hpp>
#include <partita/support/types.hpp>

namespace partita {

/// The rows of a loop that an inspection or an update has changed.
struct ChangedRows {
  std::vector<local_index> rows = {};  ///< ascending, all below `from`
  std::size_t from = 0;                ///< and all rows from this one on
};

namespace detail {

/// Consecutive places that come from one rank's share.
struct Origin {
  int rank;
  std::size_t begin, end;  ///< among the places
  global_index first;  ///< place of the first iteration of that rank's share in the concatenation of shares
};

/// What one rank executes, a row for each iteration. Rows ascend by number; those of equal numbers, and all
/// if the caller gives no numbers, by place in the concatenation of all ranks' shares.
struct Iterations {
  std::vector<Origin> origins;        ///< ascending by rank
  IndexList places;                   ///< ascending
  std::vector<local_index> row = {};  ///< of each place; empty: rows are in the order of the places
  IndexList numbers;                  ///< by row, that the caller gave; none: the places
  std::vector<std::vector<local_index>> indices;  ///< by index array, arity per row
  std::vector<local_index> touching = {};         ///< rows that refer to other ranks' values, ascending
  ChangedRows changed = {};                       ///< by the last inspection or update
  bool interior_first = false;  ///< rows do not ascend: the function of this name moved them

  std::size_t row_of(std::size_t place) const {
    return row.empty() ? place : static_cast<std::size_t>(row[place]);
  }

  /// Row k becomes what row order[k] was. Linear.
  void put_in_order(std::vector<local_index> order);

  /// Puts rows in the order of the places.
  void put_ascending_by_place();
};

}  // namespace detail

}  // namespace partita
