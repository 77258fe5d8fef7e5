#pragma once
/// \file A phase while a randomised algorithm fills it: a partial permutation picked greedily, row by row.

#include <algorithm>
#include <cstddef>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/support/random.hpp>

namespace partita::detail {

/// Keeps a partial permutation free of node and link contention. The sets Tsend, Trecv and PATHS of Wang and
/// Ranka 1994, section 5, with Check_Path and Mark_Path in one.
class OpenPhase {
 public:
  /// @throws Error if the machine has fewer nodes than there are ranks
  OpenPhase(int ranks, const Machine& machine)
      : machine_(machine), sends_(ranks, never), receives_(ranks, never), links_(machine.links(), never) {
    require_room(machine, ranks);
  }

  bool sends(int rank) const { return taken(sends_, rank); }
  bool receives(int rank) const { return taken(receives_, rank); }

  /// Adds the message unless its sender, its receiver or a link of its route is taken. O(links of the route).
  ///
  /// @return true if the message was added
  bool add(int from, int to) {
    if (receives(to) || sends(from)) return false;
    find_route(from, to);
    if (std::any_of(route_.begin(), route_.end(), [&](int link) { return taken(links_, link); }))
      return false;
    for (const int link : route_) links_[link] = phase_;
    sends_[from] = phase_;
    receives_[to] = phase_;
    return true;
  }

  /// Removes a message of the phase.
  void remove(int from, int to) {
    find_route(from, to);
    for (const int link : route_) links_[link] = never;
    sends_[from] = never;
    receives_[to] = never;
  }

  /// Begins the next phase, empty. O(1).
  void clear() { ++phase_; }

 private:
  static constexpr int never = -1;

  bool taken(const std::vector<int>& in_phase, int index) const { return in_phase[index] == phase_; }

  void find_route(int from, int to) {
    route_.clear();
    if (machine_.topology && machine_.topology->routes_are_exclusive())
      machine_.topology->route(machine_.host_of(from), machine_.host_of(to), route_);
  }

  Machine machine_;
  int phase_ = 0;
  std::vector<int> sends_, receives_, links_;  // latest phase in which each was taken
  std::vector<int> route_;                     // of the latest message; a member to keep its memory
};

/// A message of which something is unsent.
struct Unsent {
  int to;
  int message;  ///< counted row by row through the matrix
};

/// The compressed matrix (the paper's CCOM): each rank's unsent messages, in order of preference. `compress`
/// gives a random order. In ascending order all ranks would compete for the first receivers.
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
