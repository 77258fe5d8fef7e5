#pragma once
/// \file One phase of the randomised algorithms: a partial permutation picked greedily, row by row.

#include <cstddef>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/direct/open_phase.hpp>
#include <partita/support/random.hpp>

namespace partita::detail {

/// The unsent part of one message.
struct Unsent {
  int to;
  Units length;
  Units offset = 0;  ///< units sent before
};

/// The compressed matrix (the paper's CCOM): each rank's unsent messages, in order of preference. `compress`
/// gives whole messages in random order. In ascending order all ranks would compete for the first receivers.
using UnsentRows = std::vector<std::vector<Unsent>>;
UnsentRows compress(const CommunicationMatrix& matrix, Random& random);

/// The message rows[from][index] is sent in this phase.
struct Pick {
  int from;
  std::size_t index;
};

/// Visits all ranks once, from a random one onwards. Each picks the first message of its row that fits into
/// `phase`, which is empty before. Step 3 (b) and (c) of Wang and Ranka 1994, figure 4.
///
/// With `exchanges_first`, a rank first searches for a message whose opposite is unsent and fits too, and
/// picks both. Section 5 asks for that if two messages pass each other only between the same two ranks. It
/// leaves the search open.
///
/// At most one pick a rank. O(n d) checks, O(n d^2) with exchanges first, for d messages a rank.
std::vector<Pick> pick_phase(const UnsentRows& rows, OpenPhase& phase, bool exchanges_first, Random& random);

}  // namespace partita::detail
