#pragma once
/// \file Order of execution of a segment's iterations: first tiles that stay in cache, then the iterations
/// that wait for messages (see waiting.hpp).
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
///
/// In one tile, iterations that do not wait keep their order. So if a few rows change, an order follows:
/// their entries in the lists change, and what lies behind an iteration that waits, or waits no more, moves.

#include <cstddef>
#include <span>
#include <vector>

#include <partita/loops/ordered_loop.hpp>
#include <partita/loops/waiting.hpp>

namespace partita::loops {

struct Order {
  std::size_t size = 0;           ///< executions
  std::vector<std::size_t> tile;  ///< [tile[t], tile[t + 1]) of the executions; behind them, what waits
  Waiting waiting;                ///< of a rank's order, not of a thread's share

  /// In order of execution; empty: those that need not wait, ascending, then those that wait.
  std::vector<local_index> iterations;

  std::vector<char> counts;  ///< as in Traversal; empty: all

  /// Per argument, in order of execution. `rows`: with the first of the arguments that have the same; empty:
  /// as given, or none reads them. `targets`: empty: the rows.
  std::vector<std::vector<local_index>> rows, targets;

  /// Iterations before the messages whose targets may not be their rows.
  std::vector<local_index> retargeted;

  /// Per argument: whether iterations before the messages may change an element that is sent.
  std::vector<char> changes_sent;

  bool same = false;  ///< all is as it was before, but for the memory of rows as given

  bool as_given() const { return iterations.empty() && waiting.late().empty(); }  ///< rows and their order
};

/// One order per loop. No communication. Time and memory linear in the rows. In one tile there is little to
/// do: iterations keep their order but for those that wait.
/// @param iterations_per_tile of the first loop; one tile if it has no more
/// @param before orders of the same loops, which differ as their `changed` says; none: they are made anew. If
/// both are in one tile, the work is linear in the changed rows and in what waits, as long as nothing else
/// waits than before; besides, a byte a row where some do not count, and a bit an element for each argument
/// and field with elements that wait
std::vector<Order> order(std::span<const OrderedLoop> loops, std::span<const OrderedField> fields,
                         std::size_t iterations_per_tile, std::vector<Order> before = {});

/// The iterations of a loop in order of execution.
std::vector<local_index> executed(const Order& order, const OrderedLoop& loop);

/// The first argument of a loop with the rows of this one.
std::size_t first_with_rows(const OrderedLoop& loop, std::size_t argument);

}  // namespace partita::loops
