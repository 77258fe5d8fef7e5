#pragma once
/// \file Order of execution of a segment's iterations: first tiles that stay in cache, then the iterations
/// that wait for messages.
///
/// A segment is a few loops, one after the other, with at most one exchange, before them. The rows of the
/// iterations determine the dependences:
///
/// *Waiting.* An iteration waits if it reads a ghost that an exchange brings. Later iterations on elements of
/// waiting iterations wait too, so that the order per element stays that of the program. An iteration that
/// adds to several elements, of which only some wait, is executed twice, each time for its part of them.
/// Otherwise waiting would spread through the whole mesh from edge to edge.
///
/// *Tiles* (sparse tiling: Strout, Carter, Ferrante, Kreaseck, "Sparse Tiling for Stationary Iterative
/// Methods", Int. J. High Perform. Comput. Appl. 18, 2004; for chains of loops over meshes: Luporini, Lange,
/// Jacobs, Gorman, Ramanujam, Kelly, "Automated Tiling of Unstructured Mesh Computations with Application to
/// Seismological Modeling", ACM Trans. Math. Softw. 45, 2019). The first loop is cut into pieces of equal
/// numbers of iterations. Every other iteration joins the earliest tile in which its dependences are done:
/// the largest tile of the iterations that last changed its elements, or last used those that it changes.
/// Execution goes tile by tile, and in each loop by loop, so a tile's values are still in cache for the next
/// loop.
///
/// Neither changes a bit: two iterations that touch the same element, one of them changing it, keep the order
/// of the program, in a loop the order of the inspected loop.

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
  std::size_t field;
  Access access;
  bool direct;
  std::span<const local_index> rows;  ///< or `nowhere`
};

struct OrderedLoop {
  std::size_t iterations;
  std::vector<OrderedArgument> arguments;
  std::span<const local_index> own;       ///< local index of each iteration in the set of the loop
  local_index owned;                      ///< those below are this rank's
  std::span<const local_index> touching;  ///< the iterations that refer to ghosts, ascending
};

struct Order {
  std::size_t size = 0;                 ///< executions
  std::vector<local_index> iterations;  ///< in order of execution: tiles, then what waits; empty: 0, 1, ...
  std::vector<std::size_t> tile;        ///< [tile[t], tile[t + 1]) of the executions
  std::vector<char> counts;             ///< as in Traversal; empty: all
  std::vector<std::vector<local_index>> targets;  ///< per argument, in order of execution; empty: its rows

  local_index iteration(std::size_t execution) const {
    return iterations.empty() ? static_cast<local_index>(execution) : iterations[execution];
  }
};

/// One order per loop. No communication. Time and memory linear in the rows. In one tile there is little to
/// do: iterations keep their order but for those that wait.
/// @param iterations_per_tile of the first loop; one tile if it has no more
std::vector<Order> order(std::span<const OrderedLoop> loops, std::span<const OrderedField> fields,
                         std::size_t iterations_per_tile);

}  // namespace partita::loops
