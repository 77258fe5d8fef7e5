#pragma once
/// \file Changes of a loop's iterations: the rank that holds a changed iteration in its share tells the ranks
/// that execute it.

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include <partita/inspector/ghost_numbering.hpp>
#include <partita/inspector/iterations.hpp>
#include <partita/inspector/location.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/support/communicator.hpp>

namespace partita::detail {

/// The references of some iterations through one index array: local indices, of which those that are not
/// owned here stand for `elsewhere`.
struct References {
  int here;
  local_index owned;
  std::size_t arity;
  std::span<const local_index> indices;  ///< `arity` per iteration
  std::span<const Location> elsewhere;   ///< what `owned` and the indices after it stand for
  GhostNumbering* numbering;             ///< none: values of other ranks are `nowhere`

  std::span<const local_index> of(std::size_t iteration) const {
    return indices.subspan(iteration * arity, arity);
  }
  Location location(local_index index) const {
    return index < owned ? Location{here, index} : elsewhere[index - owned];
  }
  /// Local index of a value on the rank that executes the iteration.
  local_index number(const Location& location) const {
    if (numbering) return (*numbering)(location);
    return location.rank == here ? location.index : nowhere;
  }
};

/// How this rank's share of the iterations differs from what it was.
struct Changes {
  global_index first_before;  ///< place of its first iteration in the concatenation of all shares
  global_index first;         ///< the same now
  std::size_t items_before;   ///< iterations in it
  std::size_t items;
  bool ascend_before = true;  ///< the iterations executed so far, by number: not those of a new loop
  std::optional<std::span<const global_index>>
      numbers;                         ///< of the share's iterations, if the caller gives them
  std::vector<std::size_t> places;     ///< of iterations that are new or refer to other values, ascending
  std::vector<References> references;  ///< theirs, by index array

  /// Per rank, the new or changed iterations that it executes, as numbers in `places`.
  std::map<int, std::vector<std::size_t>> executors;
};

/// Tells every rank the changes in the iterations that it executes. Edits `executed` and, by rank, the
/// iterations of this rank's share that are executed there, `leaving`. Collective: one sparse exchange of the
/// differences. Where iterations only refer to other values, the work is linear in these; where some come or
/// go, the rows behind them move.
/// @return whether this rank's iterations differ from before
/// @throws CollectiveError when a rank gets more values than local indices can count.
bool exchange(const Communicator& comm, const Changes& changes, std::vector<Departure>& leaving,
              Iterations& executed);

}  // namespace partita::detail
