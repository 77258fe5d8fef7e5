#pragma once
/// \file The order in which a segment's iterations are executed: tiles that stay in cache, and what waits for
/// messages last.
///
/// A segment is a few loops, one after the other, with at most one exchange, before them. Which iterations
/// must come after which is all in their rows:
///
/// *Waiting.* An iteration that reads a ghost on its way waits. So does whatever is touched by waiting
/// iterations and then by others: their order per element stays that of the program. A loop that adds to
/// several elements is executed twice where only some of these wait, each time for its part of them: else
/// waiting would run through the whole mesh from edge to edge.
///
/// *Tiles* (sparse tiling: Strout, Carter, Ferrante, Kreaseck, "Sparse Tiling for Stationary Iterative
/// Methods", Int. J. High Perform. Comput. Appl. 18, 2004; for chains of loops over meshes: Luporini, Lange,
/// Jacobs, Gorman, Ramanujam, Kelly, "Automated Tiling of Unstructured Mesh Computations with Application to
/// Seismological Modeling", ACM Trans. Math. Softw. 45, 2019). The first loop is cut into pieces of so many
/// iterations. Every other iteration joins the earliest tile in which all that it depends on is done: the
/// largest tile of what last changed its elements, or last used those that it changes. Executed tile by tile,
/// in each loop by loop, a tile's values are still in cache when the next loop wants them.
///
/// Neither changes a bit: two iterations that touch the same element, one of them changing it, keep the order
/// of the program.

#include <cstddef>
#include <span>
#include <vector>

#include <partita/inspector/location.hpp>
#include <partita/loops/access.hpp>
#include <partita/support/types.hpp>

namespace partita::loops {

/// A field of the segment.
struct OrderedField {
  local_index owned;
  local_index local;
  bool waits;  ///< its ghosts arrive while the segment runs
};

/// An argument of a loop, and where each iteration finds its element.
struct OrderedArgument {
  int field;
  Access access;
  bool direct;
  std::span<const local_index> rows;  ///< or `nowhere`
};

struct OrderedLoop {
  std::size_t iterations;
  std::vector<OrderedArgument> arguments;
  std::span<const local_index> own;  ///< local index of each iteration in the set of the loop
  local_index owned;                 ///< those below are this rank's
};

struct Order {
  std::vector<local_index> iterations;            ///< in order of execution: tiles, then what waits
  std::vector<std::size_t> tile;                  ///< [tile[t], tile[t + 1]) of `iterations`
  std::vector<char> counts;                       ///< as in Part; empty: all
  std::vector<std::vector<local_index>> targets;  ///< per argument, in order of execution; empty: its rows
};

/// One order per loop. No communication. Time and memory linear in the rows.
std::vector<Order> order(std::span<const OrderedLoop> loops, std::span<const OrderedField> fields,
                         std::size_t iterations_per_tile);

}  // namespace partita::loops
