#pragma once
/// \file Traversal: the iterations of one loop that a thread of this rank executes, in the order of a plan,
/// and the rows of each argument.

#include <cstddef>
#include <vector>

#include <Kokkos_Core.hpp>

#include <partita/support/types.hpp>

namespace partita::loops {

using Indices = Kokkos::View<const local_index*>;

/// Of one argument, per iteration: the element that is read, and the one that is written. They differ if an
/// iteration is executed for other targets only: then it writes to the row that is never read. Empty for
/// globals; in kernels, the target also where Sums say it.
struct Rows {
  Indices read;
  Indices target;
};

/// Iterations from `begin` on are of consecutive elements from `element` on, until the next run begins.
struct ElementRun {
  std::size_t begin;
  local_index element;
};

/// Where iteration k (from the start of a section) stores its contribution: in row k * writers + writer.
struct Staging {
  int writer;   ///< place of the argument among those that write the same field
  int writers;  ///< number of these
};

/// OrderedContributions where kernels read them; empty: none.
struct Sums {
  Indices targets, first, numbers;
};

/// Ascending in time: tiles, each [tile[t], tile[t + 1]), then the iterations that wait for messages,
/// [early(), size()).
struct Traversal {
  int thread = 0;
  std::vector<std::size_t> tile;
  std::size_t size = 0;
  std::vector<Rows> rows;  ///< per argument

  /// Whether an iteration counts in reductions and writes its own element: not if it is executed for others,
  /// or again. Empty: all do.
  std::vector<char> counts;

  /// Of a loop without maps whose iterations all count, on the host: ascending, with a last one of no
  /// iterations.
  std::vector<ElementRun> runs;

  /// For kernels only: `counts` where they run. Per argument; the sums (of the stored rows that a number
  /// says) by section, before and after the messages, and at the first argument of each field that is written
  /// through maps.
  Kokkos::View<const char*> counts_there;
  std::vector<Staging> staging;
  std::vector<Sums> sums[2];

  std::size_t tiles() const { return tile.size() - 1; }
  std::size_t early() const { return tile.back(); }
};

}  // namespace partita::loops
