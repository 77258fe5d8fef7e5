#pragma once
/// \file The iterations a rank executes, and how they get there: ranks are told what changes by the ranks in
/// whose shares it does.

#include <cstddef>
#include <span>
#include <vector>

#include <partita/inspector/execution.hpp>
#include <partita/inspector/ghost_numbering.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

/// Consecutive iterations of this rank that come from one rank's share.
struct Origin {
  int rank;
  std::size_t begin;   ///< the first of them, among the iterations executed here
  global_index first;  ///< global number of the first iteration of that rank's share
};

/// What one rank executes, ascending by global iteration number.
struct Iterations {
  std::vector<Origin> origins;  ///< ascending by rank
  std::vector<global_index> numbers;
  std::vector<std::vector<local_index>> indices;  ///< by index array, arity an iteration

  /// Those of one origin.
  Run of(std::size_t origin) const {
    return {origins[origin].begin, origin + 1 < origins.size() ? origins[origin + 1].begin : numbers.size()};
  }
};

/// What some iterations refer to through one index array: local indices, of which those that are not owned
/// here stand for `elsewhere`.
struct References {
  int here;
  local_index owned;
  std::size_t arity;
  std::span<const local_index> indices;  ///< arity an iteration
  std::span<const Location> elsewhere;   ///< what `owned` and the indices after it stand for

  std::span<const local_index> of(std::size_t iteration) const {
    return indices.subspan(iteration * arity, arity);
  }
  Location location(local_index index) const {
    return index < owned ? Location{here, index} : elsewhere[static_cast<std::size_t>(index - owned)];
  }
};

/// How this rank's share of the iterations differs from what it was.
struct Changes {
  global_index first_before;  ///< global number of its first iteration
  global_index first;         ///< the same now
  std::size_t items_before;   ///< iterations in it
  std::size_t items;
  std::vector<std::size_t> places;     ///< of iterations that are new or refer to other values, ascending
  std::vector<References> references;  ///< theirs, by index array
  Executors executors;                 ///< theirs
};

/// Tells every rank what changes in the iterations it executes. Edits `executed` and, by rank, the iterations
/// of this rank's share that are executed there, `leaving`; `numberings`, by index array, give values local
/// indices. Collective; one sparse exchange of what differs, linear local work. Throws CollectiveError when a
/// rank gets more values than local indices can count.
void exchange(const Communicator& comm, const Changes& changes, std::span<GhostNumbering* const> numberings,
              std::vector<Departure>& leaving, Iterations& executed);

}  // namespace partita
