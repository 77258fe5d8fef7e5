#pragma once
/// \file The iterations a rank executes, and how they get there: sent by the ranks whose shares they are in,
/// the first time all of them, later only those that differ.

#include <cstddef>
#include <span>
#include <vector>

#include <partita/inspector/execution.hpp>
#include <partita/inspector/ghost_numbering.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

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

/// Consecutive iterations of this rank that come from one rank's share.
struct Origin {
  int rank;
  std::size_t begin;   ///< the first of them, among the iterations executed here
  global_index first;  ///< global number of the first iteration of that rank's share
};

/// How this rank's share of the iterations differs from what it was.
struct Changes {
  global_index first;  ///< global number of its first iteration now
  global_index first_before;
  std::size_t iterations;              ///< in it now
  std::vector<local_index> places;     ///< of iterations that are new or refer to other values, ascending
  std::vector<References> references;  ///< theirs, by index array
  const Executors* executors_before;   ///< of the iterations it had
  const Executors* executors;
};

/// What one rank executes, ascending by global iteration number.
struct Iterations {
  std::vector<Origin> origins;  ///< ascending by rank
  std::vector<global_index> numbers;
  std::vector<std::vector<local_index>> indices;  ///< by index array
};

/// The same, of a loop that was inspected before.
struct Executed {
  std::span<const Origin> origins;
  std::span<const global_index> numbers;
  std::vector<References> references;  ///< by index array
};

/// Tells every rank what changes in the iterations it executes, and returns this rank's; `numberings`, by
/// index array, give the values local indices. Collective; one sparse exchange of what differs, linear local
/// work. Throws CollectiveError when a rank gets more values than local indices can count.
Iterations exchange(const Communicator& comm, const Executed& before, const Changes& changes,
                    std::span<GhostNumbering* const> numberings);

}  // namespace partita
