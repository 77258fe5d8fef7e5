#pragma once
/// \file A segment as its order sees it: a few loops, one after the other, with at most one exchange, before
/// them. The rows of their iterations determine the dependences.

#include <cstddef>
#include <span>
#include <vector>

#include <partita/inspector/iterations.hpp>
#include <partita/inspector/location.hpp>
#include <partita/loops/access.hpp>
#include <partita/support/types.hpp>

namespace partita::loops {

/// A field of the segment.
struct OrderedField {
  local_index owned;
  local_index local;
  bool waits;                              ///< its ghosts arrive while the segment runs
  std::span<const local_index> sent = {};  ///< the owned elements that other ranks have as ghosts
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
  std::span<const local_index> own;  ///< local index of each iteration in the set of the loop
  local_index owned;                 ///< those below are this rank's
  std::span<const local_index>
      touching;              ///< the iterations with a row that this rank does not own, ascending
  ChangedRows changed = {};  ///< since the order that is followed
};

inline bool changes(const OrderedArgument& argument) { return writes(argument.access); }

inline bool changes_through_map(const OrderedArgument& argument) {
  return changes(argument) && !argument.direct;
}

inline bool is_owned(local_index row, local_index owned) { return row != nowhere && row < owned; }

}  // namespace partita::loops
