#pragma once
/// \file Where the leaves of a star forest lie, as its messages and copies want to know it.

#include <vector>

#include <partita/petsc/star_forest.hpp>

namespace partita::petsc {

struct LeafPlaces {
  explicit LeafPlaces(const StarForest& forest);

  /// One leaf, and what it is a copy of.
  struct Leaf {
    local_index of;  ///< a root here, or the number of a ghost among the ghosts
    local_index place;
  };

  std::vector<local_index> ghosts;  ///< of each ghost: the place of its first leaf, which messages go to
  bool in_one_piece;                ///< each lies behind the one before it, as in the messages
  std::vector<Leaf> further;        ///< where a ghost has several leaves: all but the first
  std::vector<Leaf> own;            ///< those whose roots are here
  local_index end = 0;              ///< no leaf lies here, or behind
};

}  // namespace partita::petsc
